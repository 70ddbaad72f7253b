// Tests of the player's keys, speeds and seek limits.
import { describe, expect, test } from 'vitest'
import { clampSeek, commandOf, nextSpeed } from './keys.ts'

describe('keys', () => {
  test('space plays and pauses, but presses a button that has the focus', () => {
    expect(commandOf({ key: ' ' }, 'player')).toEqual({ do: 'toggle' })
    expect(commandOf({ key: ' ' }, 'button')).toBeUndefined()
  })
  test('letters work in capitals, and not in a field or with Ctrl', () => {
    expect(commandOf({ key: 'M' }, 'button')).toEqual({ do: 'mute' })
    expect(commandOf({ key: 'f' }, 'field')).toBeUndefined()
    expect(commandOf({ key: 'f', ctrlKey: true }, 'player')).toBeUndefined()
  })
  test('digits go to tenths', () => expect(commandOf({ key: '3' }, 'button')).toEqual({ do: 'part', tenths: 3 }))
  test('single keys that are off leave space and arrows', () => {
    expect(['m', '3', '>', 'C'].map((key) => commandOf({ key }, 'player', false))).toEqual([undefined, undefined, undefined, undefined])
    expect(commandOf({ key: ' ' }, 'player', false)).toEqual({ do: 'toggle' })
    expect(commandOf({ key: 'ArrowLeft' }, 'player', false)).toEqual({ do: 'step', seconds: -5 })
  })
  test('speeds end at both ends', () =>
    expect([nextSpeed(1, 1), nextSpeed(2, 1), nextSpeed(0.5, -1), nextSpeed(1, -1)]).toEqual([1.25, 2, 0.5, 0.75]))
})

describe('seeking', () => {
  test('stays inside the recording', () => expect(clampSeek(-3, 60, undefined).position).toBe(0))
  test('goes anywhere where it is allowed', () => expect(clampSeek(50, 60, undefined)).toEqual({ position: 50, refused: false }))
  test('ends at the furthest second seen where it is not', () => expect(clampSeek(50, 60, 20)).toEqual({ position: 20, refused: true }))
  test('back is always allowed', () => expect(clampSeek(5, 60, 20)).toEqual({ position: 5, refused: false }))
})
