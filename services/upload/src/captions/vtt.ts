// Captions: WebVTT is kept, SubRip becomes WebVTT; both are written anew from their cues, so that what is stored is plain and small. Pure.

/** Seconds. */
export type Cue = { from: number; to: number; text: string }
export type Captions = { cues: Cue[] } | { wrong: 'captions.format' | 'captions.tooMany' | 'captions.empty'; line?: number }

export const mostCues = 20_000
const longestCue = 2000

const timing = /^\s*(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})(?:\s.*)?$/

const seconds = (h = '0', m = '0', s = '0', ms = '0') => Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms.padEnd(3, '0')) / 1000

/** Marks of colour, place and karaoke go; who speaks stays as a word. Entities are read, so that the page has plain words. No mark goes
 *  beyond the beginning of the next: else a file of nothing but beginnings would be read once for each of them. */
const plain = (text: string) =>
  text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<v(?:\.[^\s<>]*)?\s([^<>]+)>/gi, (_, name: string) => `${name.trim()}: `)
    .replace(/<\/?[a-z0-9][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, longestCue)
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"', '#39': "'" }

/** Either kind, told apart by its first line. `line` is where a time could not be read. */
export function readCaptions(given: string): Captions {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const blocks = text.split(/\n{2,}/)
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  const cues: Cue[] = []
  let line = 1
  for (const [nth, block] of blocks.entries()) {
    const lines = block.split('\n')
    const at = line
    line += lines.length + 1
    const when = lines.findIndex((one) => one.includes('-->'))
    if (when < 0) {
      // the head, notes, styles and regions of WebVTT, and empty ends
      if (nth === 0 || isVtt || block.trim() === '') continue
      // words that an empty line cut off from their cue
      const before = cues.at(-1)
      if (!before) return { wrong: 'captions.format', line: isVtt ? at : 1 }
      // a cue that is full takes no more, so that many such blocks are not read again for each
      if (before.text.length < longestCue) before.text = `${before.text}\n${plain(block)}`.trim().slice(0, longestCue)
      continue
    }
    if (/^(NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) continue
    const found = timing.exec(lines[when] ?? '')
    if (!found) return { wrong: 'captions.format', line: at + when }
    const [, h, m, s, ms, h2, m2, s2, ms2] = found
    const from = seconds(h, m, s, ms)
    const to = seconds(h2, m2, s2, ms2)
    const words = plain(lines.slice(when + 1).join('\n'))
    if (to <= from || words === '') continue
    cues.push({ from, to, text: words })
    if (cues.length > mostCues) return { wrong: 'captions.tooMany' }
  }
  if (cues.length === 0) return { wrong: isVtt || text.trim() === '' ? 'captions.empty' : 'captions.format', line: 1 }
  return { cues: cues.sort((a, b) => a.from - b.from || a.to - b.to) }
}

const two = (n: number) => String(n).padStart(2, '0')
const stamp = (at: number) => {
  const ms = Math.round(at * 1000)
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const writeVtt = (cues: readonly Cue[]): string =>
  `${['WEBVTT', ...cues.map(({ from, to, text }) => `${stamp(from)} --> ${stamp(to)}\n${escaped(text)}`)].join('\n\n')}\n`
