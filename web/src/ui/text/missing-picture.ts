// A picture whose file is gone says so in its place: an empty one would be as if there had never been any.

/** Shows the picture as missing; its own description stays. */
export function showMissing(picture: HTMLImageElement, missing: string) {
  picture.dataset.missing = ''
  if (!picture.alt.startsWith(missing)) picture.alt = picture.alt ? `${missing}: ${picture.alt}` : missing
}

export const showIfMissing = (picture: HTMLImageElement, missing: string) =>
  picture.addEventListener('error', () => showMissing(picture, missing), { once: true })
