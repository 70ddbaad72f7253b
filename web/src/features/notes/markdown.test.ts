// Export of notes: their order, their links, and signs that mean something in Markdown.
import { expect, test } from 'vitest'
import type { Note } from '../../parts/learning/notes/queries.ts'
import { toMarkdown } from './markdown.ts'

const note = (of: Partial<Note>): Note => ({
  ...{
    id: 'n',
    course_id: 'c',
    course_name: 'Tides',
    activity_id: 'a',
    target_type: 'document',
    target_id: 'u',
    anchor: 1,
    area: null,
    quote: '',
  },
  ...{
    placed: true,
    content: 'Why?',
    audience: 'me',
    mine: true,
    can_take_back: false,
    author: { id: 'p', name: 'Ada', avatar: '' },
    open: true,
    activity_title: 'Reader',
  },
  ...{ file_name: 'tide.pdf', created_at: '', updated_at: '2026-03-02', version: 1, ...of },
})
const words = {
  title: 'My notes',
  closed: 'Closed',
  placeOf: ({ anchor, placed }: Note) => (placed ? `Page ${anchor}` : 'Without a place'),
  addressOf: ({ open, anchor }: Note) => (open ? `https://x/${anchor}` : undefined),
  timeOf: (time: string) => time,
}

test('by course, file and place; a quotation stands above the words', () => {
  const text = toMarkdown(
    [
      note({ anchor: 7, content: 'Later' }),
      note({ anchor: 3, content: '', quote: 'the moon' }),
      note({ anchor: 1, placed: false, content: 'Lost' }),
      note({ course_id: 'b', course_name: 'Algebra', open: false, activity_title: null, file_name: null, content: 'Mine' }),
    ],
    words,
  )
  expect(text).toBe(`# My notes

## Algebra

### Closed

- Page 1 (2026-03-02)

  Mine

## Tides

### Reader · tide.pdf

- [Page 3](https://x/3) (2026-03-02)
  > the moon

- [Page 7](https://x/7) (2026-03-02)

  Later

- [Without a place](https://x/1) (2026-03-02)

  Lost
`)
})

test('signs stay signs, and lines stay within their note', () => {
  const text = toMarkdown([note({ content: '# *bold* <b>\n1. one\n- two', quote: 'a\nb' })], words)
  expect(text).toContain('  > a\n  > b\n')
  expect(text).toContain('  \\# \\*bold\\* \\<b\\>\n  \\1. one\n  \\- two')
})

test('a text that does not hold all notes says so at its end', () => {
  expect(toMarkdown([note({})], { ...words, rest: 'The rest is left out' })).toMatch(/\n\nThe rest is left out\n$/)
})
