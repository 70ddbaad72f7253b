// A hue and a hash from an id, for objects without a picture, so that they look the same everywhere.
export const hues = [232, 55, 20, 150, 320, 275, 95, 192]
/** FNV-1a with its bits mixed: ids of the same second differ in few letters. */
export const hash = (id: string) => {
  let sum = 0x811c9dc5
  for (let i = 0; i < id.length; i++) sum = Math.imul(sum ^ id.charCodeAt(i), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  return (sum ^ (sum >>> 13)) >>> 0
}
/** One of eight hues, the same for the same id. */
export const hueOf = (id: string) => hues[hash(id) % hues.length] ?? 192
