// Names of files that fit into the file systems of people's computers: 255 bytes in UTF-8.

export const maxNameBytes = 255
const encoder = new TextEncoder()
export const bytesOf = (text: string): number => encoder.encode(text).length

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const mark = '…'

/** The name, cut before its ending where it is too long: its beginning and its ending stay, and no letter is cut in two. */
export function shortName(name: string, limit = maxNameBytes): string {
  if (bytesOf(name) <= limit) return name
  const [, ending = ''] = /[^.](\.[^.\s]{1,20})$/.exec(name) ?? []
  let room = limit - bytesOf(mark) - bytesOf(ending)
  let kept = ''
  for (const { segment } of letters.segment(name.slice(0, name.length - ending.length))) {
    room -= bytesOf(segment)
    if (room < 0) break
    kept += segment
  }
  return `${kept.trimEnd()}${mark}${ending}`
}
