// Questions are numbered through all sections, without the texts they share, and stand on pages of one section.
import { expect, test } from 'vitest'
import { type PaperItem, pageOf, pagesOf, questionsOf, rangeOf } from './paper.ts'

const item = (slot: number, about: number | null = null): PaperItem => ({
  slot,
  version_id: String(slot),
  type: 'true_false',
  stem: `Question ${slot}`,
  content: {},
  points: '1',
  stimulus_slot: about,
})
const section = (id: string, items: PaperItem[]) => ({ id, title: id, text: '', at: null, back_to: null, must: false, items })
const paper = { sections: [section('a', [item(0), item(1), item(2)]), section('b', [item(3), item(4, 3), item(5, 3)])] }

test('numbers and shared texts', () => {
  const questions = questionsOf(paper)
  expect(questions.map(({ number, item: { slot }, stimulus, opens }) => [number, slot, stimulus?.slot, opens])).toEqual([
    [1, 0, undefined, true],
    [2, 1, undefined, false],
    [3, 2, undefined, false],
    [4, 4, 3, true],
    [5, 5, 3, false],
  ])
})
test('a text that was put into the paper by itself stands above what comes next, without a number', () => {
  const text: PaperItem = { ...item(1), type: 'stimulus' }
  const questions = questionsOf({ sections: [section('a', [item(0), text, item(2), item(3)])] })
  expect(questions.map(({ number, item: { slot }, stimulus }) => [number, slot, stimulus?.slot])).toEqual([
    [1, 0, undefined],
    [2, 2, 1],
    [3, 3, undefined],
  ])
})
test('pages of two, a section on its own', () => {
  const pages = pagesOf(questionsOf(paper), 2)
  expect(pages.map(rangeOf)).toEqual(['1–2', '3', '4–5'])
  expect(pageOf(pages, 5)).toBe(2)
  expect(pageOf(pages, undefined)).toBe(0)
})
