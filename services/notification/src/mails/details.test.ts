// Details of a mail beside its sentence: times by the reader’s clock, places and words.
import { expect, test } from 'vitest'
import { detailsOf } from './details.ts'

const of = (params: Record<string, string>, zone = 'Asia/Bangkok') => detailsOf({ params }, zone)

test('times are those of the reader’s clock, with its zone', () => {
  expect(of({ start: '2026-11-24T02:00:00Z', end: '2026-11-24T03:30:00Z', location: 'Hall B', content: 'Bring\nyour lists' })).toEqual([
    '2026.11.24 09:00 – 10:30 (Asia/Bangkok)',
    'Hall B',
    'Bring',
    'your lists',
  ])
  expect(of({ start: '2026-11-24T02:00:00Z', end: '2026-11-24T06:00:00Z' }, 'America/New_York')).toEqual([
    '2026.11.23 21:00 – 2026.11.24 01:00 (America/New_York)',
  ])
})

test('paragraphs of words stay apart; there are no empty lines around them', () => {
  expect(of({ location: 'Hall B', content: '\nBring boots.\n\nAnd a hat.\r\n \n' })).toEqual(['Hall B', 'Bring boots.', '', 'And a hat.'])
  expect(of({ content: ' \n ' })).toEqual([])
})

test('whole days are the same days everywhere', () => {
  expect(of({ start: '2026-11-24', end: '2026-11-25' })).toEqual(['2026.11.24'])
  expect(of({ start: '2026-11-24', end: '2026-11-27' }, 'America/New_York')).toEqual(['2026.11.24 – 2026.11.26'])
})

test('nothing of what has neither time nor place', () => {
  expect(of({ submission: '1' })).toEqual([])
})
