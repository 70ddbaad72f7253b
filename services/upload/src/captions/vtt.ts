// Parsing and writing of captions: WebVTT and SubRip are written again as WebVTT from their cues, plain and small. Pure.

/** Times in seconds. */
export type Cue = { from: number; to: number; text: string }
export type Captions = { cues: Cue[] } | { wrong: 'captions.format' | 'captions.tooMany' | 'captions.empty'; line?: number }

export const maxCues = 20_000
const maxCueLength = 2000

const timing = /^\s*(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})(?:\s.*)?$/

const seconds = (h = '0', m = '0', s = '0', ms = '0') => Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms.padEnd(3, '0')) / 1000

/** Plain text of a cue: marks of colour, position and karaoke are removed, the speaker stays as a word, entities are decoded. No mark reaches
 *  beyond the start of the next one: else a file of starts alone would be scanned once for each of them. */
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
    .slice(0, maxCueLength)
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '', quot: '"', '#39': "'" }

/** Parses WebVTT or SubRip, by the first line. `line` is the line of an invalid time. */
export function readCaptions(file: string): Captions {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const blocks = text.split(/\n{2,}/)
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  const cues: Cue[] = []
  let line = 1
  for (const [nth, block] of blocks.entries()) {
    const lines = block.split('\n')
    const firstLine = line
    line += lines.length + 1
    const timingLine = lines.findIndex((one) => one.includes('-->'))
    if (timingLine < 0) {
      // the header, notes, styles and regions of WebVTT, and empty ends
      if (nth === 0 || isVtt || block.trim() === '') continue
      // an empty line has cut these words off their cue
      const previous = cues.at(-1)
      if (!previous) return { wrong: 'captions.format', line: isVtt ? firstLine : 1 }
      // a full cue takes no more words, so that many such blocks are not scanned again for each
      if (previous.text.length < maxCueLength) previous.text = `${previous.text}\n${plain(block)}`.trim().slice(0, maxCueLength)
      continue
    }
    if (/^(NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) continue
    const match = timing.exec(lines[timingLine] ?? '')
    if (!match) return { wrong: 'captions.format', line: firstLine + timingLine }
    const [, h, m, s, ms, h2, m2, s2, ms2] = match
    const from = seconds(h, m, s, ms)
    const to = seconds(h2, m2, s2, ms2)
    const words = plain(lines.slice(timingLine + 1).join('\n'))
    if (to <= from || words === '') continue
    cues.push({ from, to, text: words })
    if (cues.length > maxCues) return { wrong: 'captions.tooMany' }
  }
  if (cues.length === 0) return { wrong: isVtt || text.trim() === '' ? 'captions.empty' : 'captions.format', line: 1 }
  return { cues: cues.sort((a, b) => a.from - b.from || a.to - b.to) }
}

const twoDigits = (n: number) => String(n).padStart(2, '0')
const stamp = (second: number) => {
  const ms = Math.round(second * 1000)
  return `${twoDigits(Math.floor(ms / 3_600_000))}:${twoDigits(Math.floor(ms / 60_000) % 60)}:${twoDigits(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const writeVtt = (cues: readonly Cue[]): string =>
  `${['WEBVTT', ...cues.map(({ from, to, text }) => `${stamp(from)} --> ${stamp(to)}\n${escapeText(text)}`)].join('\n\n')}\n`
