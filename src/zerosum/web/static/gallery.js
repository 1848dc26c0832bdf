// A picture that is still being drawn is asked for again, a little later.
for (const picture of document.querySelectorAll(".gallery img")) {
  let tries = 0;
  const again = () => {
    tries += 1;
    if (tries < 40) setTimeout(() => { picture.src = `${picture.src.split("#")[0]}#${tries}`; }, 3000);
  };
  picture.addEventListener("error", again);
  if (picture.complete && picture.naturalWidth === 0) again();
}
