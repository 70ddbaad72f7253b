// The permissions against `permissions.csv`, which people review, and their sentences in `../../web/src/i18n/`.
import { readFileSync } from 'node:fs'
import { permissionNames, permissions, type Role, roles } from '@lyceum/identity/mirror/permissions'
import { expect, test } from 'vitest'

test('are those of the table, with its numbers, places and roles', () => {
  const text = readFileSync(new URL('./permissions.csv', import.meta.url), 'utf8')
  const lines = permissionNames.map((name) => {
    const { number, place, given } = permissions[name]
    return [name, number, place, ...roles.map((role) => ((given as readonly Role[]).includes(role) ? 'yes' : 'no'))].join()
  })
  expect(lines).toEqual(text.trim().split('\n').slice(1))
  expect(text).toContain(`permission,number,place,${roles.join()}\n`)
})

test('have numbers of their own', () => {
  const numbers = permissionNames.map((name) => permissions[name].number)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test.each(['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms'])('have a sentence in %s', (locale) => {
  const texts = JSON.parse(readFileSync(new URL(`../../web/src/i18n/${locale}/permissions.json`, import.meta.url), 'utf8'))
  expect(Object.keys(texts).sort()).toEqual([...permissionNames].sort())
})
