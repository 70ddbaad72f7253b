// The keyboard help lists what the player does, key by key, and every listed key does something.
import { expect, test } from 'vitest'
import { commandOf } from '../player/keys.ts'
import { keysOfSets } from './key-groups.ts'

const named: Record<string, string> = { '←': 'ArrowLeft', '→': 'ArrowRight', '↑': 'ArrowUp', '↓': 'ArrowDown', Space: ' ' }
const sameCommand = (key: string) => (/^[1-8]$/.test(key) ? '0' : key)

test('the keys of the player and those of the help are the same', () => {
  const listed = keysOfSets.player.lines.flatMap(([keys]) =>
    keys.filter((key) => key !== '–').map((key) => named[key] ?? key.replace(/^[A-Z]$/, (letter) => letter.toLowerCase())),
  )
  const signs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((sign) => !/[A-Z]/.test(sign))
  const keys = [...signs, 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter', 'Escape']
  const answered = keys.filter((key) => commandOf({ key }, 'player')).map(sameCommand)
  expect([...new Set(answered)].toSorted()).toEqual([...new Set(listed)].toSorted())
})
