// Parsing and writing of captions: WebVTT and SubRip are written again as WebVTT from their cues, plain and small. Pure.

/** Times in seconds. */
export type Cue = { from: number; to: number; text: string }
export type Captions = { cues: Cue[] } | { wrong: 'captions.format' | 'captions.tooMany' | 'captions.empty'; line?: number }

export const maxCues = 20_000
const maxCueLength = 2000

/** Hours may be missing, and so may the fraction; a comma stands for a point. */
const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`
/** The arrow as the formats have it, and the strokes that editors and people write for it. */
const arrow = '(?:[-–—=]{1,3}(?:>|&gt;)|[→⇒])'
const timing = new RegExp(String.raw`^\s*${time}\s*${arrow}\s*${time}(?:\s.*)?$`)
const dashed = new RegExp(String.raw`^\s*${time}\s*[-–—]{1,3}\s*${time}\s*$`)
/** Lines that are meant as times: anywhere a clock before an arrow; where a block begins also an arrow alone, two clocks, or a clock with its fraction. */
const meant = new RegExp(String.raw`^\s*\d+[:.,]\d[\d:.,]*\s*${arrow}`)
const meantAtStart = /-->|^\s*\d+:\d[\d:.,]*\s*[-–—,;\s]\s*\d+:\d[\d:.,]*\s*$|^\s*\d+:\d+(?::\d+)?[.,]\d+/
/** No line of times is longer. */
const longestTiming = 200
const isNumber = (line = '') => /^\s*\d+\s*$/.test(line)

const seconds = (h = '0', m = '0', s = '0', ms = '0') => Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms.padEnd(3, '0')) / 1000

/** Marks of the two formats and of pages, with attributes, and times of karaoke. Any other "<" is a sign of the sentence: x <y and z> 3. */
const isMark =
  /^<(?:\/?(?:[abcipsuv]|ruby|rt|lang|font|script|style|span|div|br|img|em|strong|iframe|svg|object|embed)(?:\.[^\s<>]*)?(?:\s+[a-z-]+\s*=[^<>]*)?\s*\/?|lang\s+[\w-]+|(?:\d+:)?\d+:\d+[.,]\d+)>$/i

/** Plain text of a cue: marks of colour, position and karaoke are removed, the speaker stays as a word, entities are decoded. No mark reaches
 *  beyond the start of the next one: else a file of starts alone would be scanned once for each of them. */
const plain = (text: string, isVtt: boolean) =>
  text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<v(?:\.[^\s<>]*)?\s([^<>]+)>/gi, (mark, name: string) => (isVtt ? `${name.trim()}: ` : mark))
    .replace(/<[^<>]*>/g, (mark) => (isMark.test(mark) ? '' : mark))
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
  const lines = text.split('\n')
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  const isBlank = (at: number) => (lines[at] ?? '').trim() === ''
  const cues: Cue[] = []
  let cue: { from: number; to: number; words: string[]; length: number } | null = null
  /** Within the header, a note, a style or a region of WebVTT. */
  let aside = isVtt
  const end = () => {
    if (!cue) return
    const words = plain(cue.words.join('\n'), isVtt)
    if (cue.to > cue.from && words !== '') cues.push({ from: cue.from, to: cue.to, text: words })
    cue = null
  }
  for (const [at, line] of lines.entries()) {
    const begins = isBlank(at - 1)
    // the number or the name of a cue, or the times themselves after it
    const atStart = begins || isNumber(lines[at - 1]) || (isVtt && isBlank(at - 2))
    if (begins && at > 0 && isVtt) aside = /^(NOTE|STYLE|REGION)\b/.test(line)
    if (aside || line.trim() === '') {
      // an empty line ends a cue of WebVTT; in SubRip it may stand within the words
      if (isVtt) end()
      continue
    }
    const match = timing.exec(line) ?? (atStart ? dashed.exec(line) : null)
    if (match) {
      end()
      if (cues.length >= maxCues) return { wrong: 'captions.tooMany' }
      const [, h, m, s, ms, h2, m2, s2, ms2] = match
      cue = { from: seconds(h, m, s, ms), to: seconds(h2, m2, s2, ms2), words: [], length: 0 }
    } else if (line.length < longestTiming && (meant.test(line) || (atStart && meantAtStart.test(line))))
      return { wrong: 'captions.format', line: at + 1 }
    else if (isNumber(line) && (begins || timing.test(lines[at + 1] ?? ''))) continue
    else if (!cue) {
      if (!isVtt) return { wrong: 'captions.format', line: 1 }
    } else if (cue.length < maxCueLength) {
      cue.words.push(line)
      cue.length += line.length + 1
    }
  }
  end()
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
