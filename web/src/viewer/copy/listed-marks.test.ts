// Nothing that a marker did on a text or a recording is missing in its copy.
import { expect, test } from 'vitest'
import type { Mark } from '../../anchors/mark.ts'
import { listedMark } from './listed-marks.ts'

const say = { kind: (kind: string) => kind, stamp: (name: string) => `[${name}]`, down: (percent: number) => `${percent}% down` }
const mark = (part: Partial<Mark>): Mark => ({
  ...{ id: 'm', n: 1, upload_id: null, page: 1, kind: 'comment', shape: {}, text: '', colour: '#c0221f', marker: null, version: 1 },
  ...part,
})
const words = 'Salt water is heavy and sinks below the fresh water of a river.'

test.each<[Partial<Mark>, object | undefined, string]>([
  [{ kind: 'highlight', shape: { from: 0, to: 10 } }, { words }, '“Salt water”\nhighlight'],
  [{ kind: 'highlight', shape: { from: 0, to: 10 }, text: 'Why?' }, { words }, '“Salt water”\nWhy?'],
  [{ kind: 'stamp', shape: { from: 14 }, text: 'tick' }, { words }, '“heavy and sinks below the fresh water of”\nstamp: [tick]'],
  [{ kind: 'stamp', shape: { x: 100, y: 350 }, text: 'star' }, { words }, '35% down\nstamp: [star]'],
  [{ kind: 'text', shape: { x: 100, y: 500 }, text: 'Source?' }, { words, name: 'notes.txt' }, 'notes.txt, 50% down\nSource?'],
  [{ kind: 'pen', shape: { points: [1, 200, 9, 300], width: 3 } }, { words }, '20% down\npen'],
  [{ shape: { from: 723 }, text: 'Slower' }, { name: 'talk.mp3' }, 'talk.mp3, 12:03\nSlower'],
  [{ shape: { x: 1, y: 2 }, text: 'On a page' }, undefined, 'On a page'],
])('%o in %o', (part, about, text) => expect(listedMark(mark(part), undefined, about, say).text).toBe(text))

test('a pen stroke is drawn beside its words', () =>
  expect(listedMark(mark({ kind: 'pen', shape: { points: [1, 2, 3, 4], width: 3 } }), undefined, { words }, say).stroke).toHaveLength(2))
