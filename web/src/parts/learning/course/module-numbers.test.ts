// Tests of the numbers of modules: none beside a number in the name.
import { expect, test } from 'vitest'
import { moduleNumber, numberThemselves } from './module-numbers.ts'

test.each([
  '1. What a wave is',
  '1) Waves',
  '(2) Waves',
  '3 – Waves',
  '1.2 Waves',
  '1：海浪',
  'Week 3',
  'Module 1: Waves',
  'Chapter IV',
  'II. Waves',
  '第一章 海浪',
  '第 3 周',
  '一、海浪',
  '單元 2',
  'บทที่ 1 คลื่น',
  'สัปดาห์ที่ ๒',
  'Minggu ke-2',
  'Bab 3',
  '１．海浪',
  // the second of them
  '2 Tides',
  '02 Tides',
  '[2] Tides',
  '②潮汐',
  '2潮汐',
])('%s is numbered', (name) => expect(numberThemselves([{ name: 'Introduction' }, { name }])).toBe(true))
test.each([
  'What a wave is',
  '3 ways to surf',
  '3D printing',
  // as the first of them
  '2 Tides',
  '2D drawings',
  '2026 in review',
  'Waves 1',
  'Part of the sea',
  'Unity',
  'Daydreams',
  'Mixed',
  '一天',
  'บทนำ',
])('%s is not', (name) => expect(numberThemselves([{ name }])).toBe(false))
test('numbers follow the order; none where names bear them', () => {
  const modules = [
    { id: 'b', name: 'Tides', sort: 2 },
    { id: 'a', name: 'Waves', sort: 1 },
  ]
  expect([moduleNumber(modules, 'a'), moduleNumber(modules, 'b'), moduleNumber(modules, 'c')]).toEqual([1, 2, undefined])
  expect(moduleNumber([...modules, { id: 'c', name: '3. Currents', sort: 3 }], 'a')).toBeUndefined()
})
