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
