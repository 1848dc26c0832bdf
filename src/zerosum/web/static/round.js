// A finished round that somebody shared.
import { drawReview, steppingKeys } from "./review.js";

const place = document.querySelector("#review");
const drawn = drawReview(place, JSON.parse(place.dataset.review), document.querySelector("article.round").dataset.side);
steppingKeys(() => drawn);
