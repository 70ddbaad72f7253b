// Tests of chapters: missing seconds of each, reading the editor's text.
import { expect, test } from 'vitest'
import { chapterParts, readChapters } from './chapters.ts'

test('the missing parts of each chapter; nothing once all of it counts as watched', () => {
  const chapters = [
    { title: 'a', second: 0 },
    { title: 'b', second: 100 },
    { title: 'c', second: 160 },
  ]
  const missing = (whole: boolean) =>
    chapterParts(
      chapters,
      200,
      [
        [0, 99.5],
        [120, 170],
      ],
      whole,
    ).map(({ to, missing }) => [to, missing])
  expect(missing(false)).toEqual([
    [100, 0.5],
    [160, 20],
    [200, 30],
  ])
  expect(missing(true)).toEqual([
    [100, 0],
    [160, 0],
    [200, 0],
  ])
})
test('a line each, with hours or without', () =>
  expect(readChapters('00:00 Salt\n\n8:12 – 海水\n1:02:03 End')).toEqual({
    chapters: [
      { title: 'Salt', second: 0 },
      { title: '海水', second: 492 },
      { title: 'End', second: 3723 },
    ],
  }))
test('the line that is wrong', () => expect(readChapters('00:00 Salt\nno time\n')).toEqual({ wrongLine: 2 }))
