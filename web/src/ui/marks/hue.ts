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

const presetHues: Record<string, number> = { teal: 186, blue: 258, orange: 62, plum: 320, olive: 96, grey: 250 }
export const presetHue = (preset: string | null | undefined) => (preset ? presetHues[preset] : undefined)
/** Of a course, the same wherever its cover is known: the colour that its reader has chosen, else that of its drawn cover, else that of its id. */
export const courseHue = (
  id: string,
  { pattern, chosen }: { pattern?: number | null | undefined; chosen?: string | null | undefined } = {},
): number => presetHue(chosen) ?? (pattern === null || pattern === undefined ? hueOf(id) : (hues[pattern % hues.length] ?? 192))
/** A line or a dot in a hue, 3:1 on the page and on the fill of the same hue. */
export const inkOf = (hue: number, chroma = 1) => `oklch(var(--course-ink-l) calc(var(--course-ink-c) * ${chroma}) ${hue})`
