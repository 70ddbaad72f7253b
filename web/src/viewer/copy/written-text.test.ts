// Tests of the parts of a rich text, in its order.
import { expect, test } from 'vitest'
import { partsOfText, placeOf, type WrittenNode } from './written-text.ts'

const text = (words: string): WrittenNode => ({ nodeType: 3, nodeName: '#text', textContent: words, childNodes: [] })
type Child = WrittenNode | string
function el(name: string, ...given: (Child | Record<string, string>)[]): WrittenNode {
  const attributes = given.find((one): one is Record<string, string> => typeof one === 'object' && !('nodeType' in one)) ?? {}
  const children = given
    .filter((one): one is Child => typeof one === 'string' || 'nodeType' in one)
    .map((one) => (typeof one === 'string' ? text(one) : one))
  const words = children.map(({ textContent }) => textContent).join('')
  return {
    nodeType: 1,
    nodeName: name.toUpperCase(),
    textContent: words,
    childNodes: children,
    getAttribute: (key) => attributes[key] ?? null,
  }
}

test('headings, paragraphs, code, quotations and lists, each as it is', () => {
  const body = el(
    'body',
    el('h2', 'Salinity'),
    el('p', 'Salt ', el('strong', 'water'), ' is\n  heavy.', el('br'), 'It sinks.'),
    el('pre', el('code', 'def depth(x):\n    return x\n')),
    el('blockquote', el('p', '海水')),
    el('ol', { start: '3' }, el('li', el('p', 'three'), el('ul', el('li', 'inner'))), '\n', el('li', 'four')),
  )
  expect(partsOfText(body)).toEqual([
    { text: 'Salinity', look: 'h2', depth: 0 },
    { text: 'Salt water is heavy.\nIt sinks.', look: 'text', depth: 0 },
    { text: 'def depth(x):\n    return x', look: 'code', depth: 0 },
    { text: '海水', look: 'quote', depth: 1 },
    { text: 'three', look: 'text', depth: 1, marker: '3.' },
    { text: 'inner', look: 'text', depth: 2, marker: '•' },
    { text: 'four', look: 'text', depth: 1, marker: '4.' },
  ])
})

test('pictures and formulas in their places', () => {
  const body = el(
    'body',
    el('p', 'Before ', el('img', { 'data-upload': 'ABC', alt: 'pool' }), ' after ', el('span', { 'data-latex': 'x^2' }, 'x')),
    el('div', { 'data-latex': '\\int' }, 'i'),
  )
  expect(partsOfText(body)).toEqual([
    { text: 'Before', look: 'text', depth: 0 },
    { upload: 'abc', alt: 'pool', depth: 0 },
    { text: `after ${placeOf(0)}`, look: 'text', depth: 0, formulas: ['x^2'] },
    { latex: '\\int', depth: 0 },
  ])
})

test('formulas between words have a place each, in cells too, in programs they are written; such letters of the text itself are none', () => {
  const formula = (latex: string) => el('span', { 'data-latex': latex }, 'x')
  const body = el(
    'body',
    el('p', `Of ${placeOf(0)} `, formula('a'), ' and ', formula('b'), '.'),
    el('p', formula('c'), ' alone'),
    el('pre', 'x = ', formula('d')),
    el('table', el('tr', el('td', 'At ', formula('e')), el('td', el('p', formula('f')), el('div', { 'data-latex': 'g' }, 'x')))),
  )
  expect(partsOfText(body)).toMatchObject([
    { text: `Of \ufffd ${placeOf(0)} and ${placeOf(1)}.`, formulas: ['a', 'b'] },
    { text: `${placeOf(0)} alone`, formulas: ['c'] },
    { text: 'x = d', look: 'code' },
    { rows: [[{ text: `At ${placeOf(0)}` }, { text: `${placeOf(1)}\n${placeOf(2)}` }]], formulas: ['e', 'f', 'g'] },
  ])
})

test('a table is one, its pictures behind it', () => {
  const row = (name: string, ...cells: string[]) => el('tr', ...cells.map((words) => el(name, el('p', words))))
  const body = el(
    'body',
    el(
      'table',
      el(
        'tbody',
        row('th', 'Site', 'Depth'),
        el('tr', el('td', { colspan: '2' }, el('img', { 'data-upload': 'u', alt: 'map' }), el('p', 'ความเค็ม'))),
      ),
    ),
  )
  const cell = (words: string, header: boolean, span = 1) => ({ text: words, header, span, down: 1 })
  expect(partsOfText(body)).toEqual([
    { rows: [[cell('Site', true), cell('Depth', true)], [cell('[map]\nความเค็ม', false, 2)]], head: 1, depth: 0 },
    { upload: 'u', alt: 'map', depth: 0 },
  ])
})

test('the numbers of marks stand behind the words they are on, in tables too', () => {
  const body = el('body', el('p', 'Salt water ', el('em', 'sinks'), '.'), el('table', el('tr', el('td', 'high'), el('td', 'low'))))
  const parts = partsOfText(body, [
    { at: 20, number: 3 },
    { at: 10, number: 1 },
    { at: 16, number: 2 },
  ])
  expect(parts).toMatchObject([{ text: 'Salt water[1] sinks[2].' }, { rows: [[{ text: 'hig[3]h' }, { text: 'low' }]] }])
})
