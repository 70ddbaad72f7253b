// Tests of captions: reading WebVTT, the cue at a second, the language to begin with, marked matches.
import { searches } from '@lyceum/kit/test/searches'
import { describe, expect, test } from 'vitest'
import { cueIndexAt, hasMatch, markMatches, preferredLanguage, readVtt, captionAt } from './captions.ts'

const vtt =
  'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nSalt &lt; ice\n\n00:00:02.000 --> 00:00:04.000\n海水\n很冷\n\n01:00:00.000 --> 01:00:01.000\nend\n'
const cues = readVtt(vtt)

test('the server’s captions are read', () =>
  expect(cues).toEqual([
    { from: 1, to: 3.5, text: 'Salt < ice' },
    { from: 2, to: 4, text: '海水\n很冷' },
    { from: 3600, to: 3601, text: 'end' },
  ]))
describe('the caption at a time', () => {
  test('nothing before, between and after', () => expect([0.5, 10, 4000].map((at) => captionAt(cues, at))).toEqual(['', '', '']))
  test('both at once', () => expect(captionAt(cues, 3)).toBe('Salt < ice\n海水\n很冷'))
  test('the last that has begun', () => expect([0, 1, 2.5, 4000].map((at) => cueIndexAt(cues, at))).toEqual([-1, 0, 1, 2]))
})
test('a language to begin with', () => {
  expect(preferredLanguage(['en', 'zh-CN'], null, 'zh-CN')).toBe('zh-CN')
  expect(preferredLanguage(['en', 'zh-CN'], 'en', 'zh-CN')).toBe('en')
  expect(preferredLanguage(['en', 'zh-TW'], null, 'zh-CN')).toBe('zh-TW')
  expect(preferredLanguage(['fr'], null, 'th')).toBe('fr')
  expect(preferredLanguage([], null, 'th')).toBeUndefined()
})
test('marks are found in any size, also signs of patterns', () => {
  expect(markMatches('Salt and SALT', 'salt')).toEqual([
    { text: 'Salt', hit: true },
    { text: ' and ', hit: false },
    { text: 'SALT', hit: true },
  ])
  expect(markMatches('a (b)', '(b)').at(-1)).toEqual({ text: '(b)', hit: true })
  expect(markMatches('海水很冷', '水')).toHaveLength(3)
})

test('a transcript is searched as the table of searches has it', () =>
  expect(searches.filter(({ text, sought, found }) => hasMatch(text, sought) !== found)).toEqual([]))
