// Parsing and writing of captions.
import { scaled } from '@lyceum/kit/test/wait'
import { describe, expect, test } from 'vitest'
import { maxCues, readCaptions, writeVtt } from './vtt.ts'

const cues = (text: string) => {
  const read = readCaptions(text)
  return 'cues' in read ? read.cues : read
}

describe('captions', () => {
  test('SubRip becomes WebVTT: commas, numbers, marks, carriage returns and a byte order mark', () => {
    const srt =
      '\ufeff1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>Twice a day</i>\r\nthe water comes\r\n\r\n2\r\n01:00:04,2 --> 01:00:05,000\r\n{\\an8}海水 & ice\r\n'
    expect(cues(srt)).toEqual([
      { from: 1, to: 3.5, text: 'Twice a day\nthe water comes' },
      { from: 3604.2, to: 3605, text: '海水 & ice' },
    ])
    const read = readCaptions(srt)
    expect('cues' in read && writeVtt(read.cues)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nTwice a day\nthe water comes\n\n01:00:04.200 --> 01:00:05.000\n海水 &amp; ice\n',
    )
  })
  test('WebVTT keeps its words: settings, notes, styles, names and speakers', () => {
    const vtt =
      'WEBVTT - lecture\nKind: captions\n\nNOTE a remark\nwith --> in it\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:0 align:start\n<v Iris>Salt &lt; ice\n\n00:03.000 --> 00:04.000\n<c.yellow>Tide</c>\n'
    expect(cues(vtt)).toEqual([
      { from: 1, to: 2, text: 'Iris: Salt < ice' },
      { from: 3, to: 4, text: 'Tide' },
    ])
  })
  test('a written file is parsed to the same cues', () => {
    const list = [
      { from: 0, to: 1.001, text: 'a < b & c > d' },
      { from: 59.999, to: 3600, text: 'two\nlines' },
    ]
    expect(cues(writeVtt(list))).toEqual(list)
  })
  test('sorted; backward and empty cues are dropped; an empty line within words is accepted', () => {
    expect(
      cues('1\n00:00:05,000 --> 00:00:06,000\nb\n\nmore\n\n2\n00:00:01,000 --> 00:00:02,000\na\n\n3\n00:00:09,000 --> 00:00:08,000\nx\n'),
    ).toEqual([
      { from: 1, to: 2, text: 'a' },
      { from: 5, to: 6, text: 'b\nmore' },
    ])
  })
  test('other formats are refused, with the line', () => {
    expect(cues('Dear all,\n\nhello')).toEqual({ wrong: 'captions.format', line: 1 })
    expect(cues('WEBVTT\n\n00:01.000 --> soon\nhello')).toEqual({ wrong: 'captions.format', line: 3 })
    expect(cues('WEBVTT\n')).toEqual({ wrong: 'captions.empty', line: 1 })
    const many = Array.from({ length: maxCues + 1 }, () => '00:01.000 --> 00:02.000\nx').join('\n\n')
    expect(cues(`WEBVTT\n\n${many}`)).toEqual({ wrong: 'captions.tooMany' })
  })
  const [salt, water] = [
    { from: 1, to: 2, text: 'Salt' },
    { from: 3, to: 4, text: 'Water' },
  ]
  const both = [salt, water]
  test.each([
    ['an empty line after the number', '1\n\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n\n00:00:03,000 --> 00:00:04,000\nWater\n', both],
    ['a missing empty line', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n2\n00:00:03,000 --> 00:00:04,000\nWater\n', both],
    ['a missing number and empty line', '00:00:01,000 --> 00:00:02,000\nSalt\n00:00:03,000 --> 00:00:04,000\nWater\n', both],
    ['a hyphen for the arrow', '1\n00:00:01,000 - 00:00:02,000\nSalt\n\n2\n00:00:03,000 - 00:00:04,000\nWater\n', both],
    ['dashes for the arrow', '1\n00:00:01,000 – 00:00:02,000\nSalt\n\n2\n00:00:03,000 — 00:00:04,000\nWater\n', both],
    ['other arrows', '1\n00:00:01,000 => 00:00:02,000\nSalt\n\n2\n00:00:03,000 -> 00:00:04,000\nWater\n', both],
    ['arrows of one sign', '1\n00:00:01,000 → 00:00:02,000\nSalt\n\n2\n00:00:03,000 –> 00:00:04,000\nWater\n', both],
    ['missing hours, points', '1\n00:01.000 --> 00:02.000\nSalt\n\n2\n0:03,0 --> 0:04.00\nWater\n', both],
    ['missing fractions', '1\n00:00:01 --> 00:00:02\nSalt\n\n2\n00:03 --> 00:04\nWater\n', both],
    ['a number without times at the end', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n', [salt]],
    ['a number that is the sentence', '1\n00:00:01,000 --> 00:00:02,000\n42\n', [{ ...salt, text: '42' }]],
    ['a comparison', '1\n00:00:01,000 --> 00:00:02,000\nif x <y and z> 3 then\n', [{ ...salt, text: 'if x <y and z> 3 then' }]],
    ['another', '1\n00:00:01,000 --> 00:00:02,000\na <b and c> d, <5 or > 7\n', [{ ...salt, text: 'a <b and c> d, <5 or > 7' }]],
    ['of speakers in SubRip', '1\n00:00:01,000 --> 00:00:02,000\nu <v and w> x\n', [{ ...salt, text: 'u <v and w> x' }]],
    ['marks', '1\n00:00:01,000 --> 00:00:02,000\n<font color="red"><i>Salt</i></font>\n', [salt]],
    ['karaoke', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<00:01.500><c.red>Salt</c>\n', [salt]],
    ['hours of a lesson', '1\n00:00:01,000 --> 00:00:02,000\nRoom 5\n10:30 - 11:45\n', [{ ...salt, text: 'Room 5\n10:30 - 11:45' }]],
  ])('right cues: %s', (_, text, expected) => expect(cues(text)).toEqual(expected))
  test.each([
    ['an end that is none', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n00:00:03,000 --> later\nWater\n', 6],
    ['a letter for a digit', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n00:0O:03,000 --> 00:00:04,000\nWater\n', 6],
    ['frames', '1\n00:00:01:12 --> 00:00:02:00\nSalt\n', 2],
    ['a second 61', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n\n00:00:61,000 --> 00:01:04,000\nWater\n', 7],
    ['a missing arrow', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n00:00:03,000 00:00:04,000\nWater\n', 6],
    ['a comma for the arrow', '0:00:01.000,0:00:02.000\nSalt\n', 1],
    ['a missing end', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n\n2\n00:00:03,000\nWater\n', 6],
    ['times within words', '1\n00:00:01,000 --> 00:00:02,000\nSalt\n00:00:03,000 -> 00:00:4x\nWater\n', 4],
  ])('a line that looks like times and is none is named: %s', (_, text, line) =>
    expect(cues(text)).toEqual({ wrong: 'captions.format', line }),
  )
  test('marks that would be a page do not stay', () =>
    expect(cues('WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script><b onclick="x">bold</b>')).toEqual([
      { from: 1, to: 2, text: 'alert(1)bold' },
    ]))
  test.each(['<a', '<v ', '{\\', '</', `<v${' '.repeat(1000)}`])('a file of nothing but %j is scanned once, not once for each', (mark) => {
    const text = mark.repeat(700_000 / mark.length)
    expect(cues(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)).toHaveLength(1)
  })
  test('a full cue with hundreds of thousands of words after it is not scanned again for each', () => {
    const text = `00:01.000 --> 00:02.000\n${'a <b>'.repeat(500)}\n\n${'x\n\n'.repeat(230_000)}`
    const usageAtStart = process.cpuUsage()
    const read = cues(text)
    expect(read).toHaveLength(1)
    expect(process.cpuUsage(usageAtStart).user / 1000).toBeLessThan(scaled(2000)) // of this process, whatever else the machine does
  })
})
