// Tests of configuration from the environment and from files.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-config-'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('any variable is read from the file that NAME_FILE names, without the last line end', () => {
  const read = environment({
    PASSWORD_FILE: file('password', 'a b\n'),
    PORT_FILE: file('port', '8080\r\n'),
    LIST_FILE: file('list', 'a,b'),
  })
  expect([read.required('PASSWORD'), read.integer('PORT', 1), read.list('LIST')]).toEqual(['a b', 8080, ['a', 'b']])
})

test('an empty file is as if nothing was set', () => {
  const read = environment({ PASSWORD_FILE: file('empty', '\n') })
  expect(read.optional('PASSWORD')).toBeUndefined()
  expect(() => read.required('PASSWORD')).toThrow('PASSWORD is not set')
})

test('a mounted variable is unset where its file is missing', () => {
  expect(environment({ KEY_FILE: '/nowhere/key' }).mounted('KEY')).toBeUndefined()
  expect(environment({ KEY_FILE: file('key', 'k\n') }).mounted('KEY')).toBe('k')
  expect(environment({ KEY: 'k' }).mounted('KEY')).toBe('k')
})

test('the start stops with one line when the file is missing, and when both ways are used', () => {
  expect(() => environment({ PASSWORD_FILE: '/nowhere/password' }).optional('PASSWORD')).toThrow(
    'PASSWORD_FILE: /nowhere/password cannot be read (ENOENT)',
  )
  expect(() => environment({ PASSWORD: 'a', PASSWORD_FILE: file('p', 'b') }).optional('PASSWORD')).toThrow(
    'PASSWORD and PASSWORD_FILE are both set',
  )
})
