// A picture that is still being drawn is asked for again, a little later; one that cannot be drawn is not.
async function again(picture) {
  const address = picture.src;
  const once = address.includes("/api/") && !address.endsWith("#");
  picture.classList.toggle("drawing", once);
  if (!once) return;
  for (;;) {
    const { status } = await fetch(address);
    if (picture.src !== address || (status > 202 && status !== 503)) {
      picture.classList.remove("drawing");
      return;
    }
    if (status === 200) {
      picture.src = `${address}#`;
      return;
    }
    await new Promise((go) => setTimeout(go, 1000));
  }
}

document.addEventListener("load", (event) => { if (event.target.tagName === "IMG") event.target.classList.remove("drawing"); }, true);
document.addEventListener("error", (event) => { if (event.target.tagName === "IMG") again(event.target); }, true);
for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) again(picture);
