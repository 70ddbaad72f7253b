// Tests of the origin of packages for each kind of installation.
import { environment } from '@lyceum/kit/config'
import { expect, test } from 'vitest'
import { config } from '../config.ts'
import { isPackageHost, packageMark, packageOrigin } from './package-origin.ts'

const settings = (env: Record<string, string> = {}) =>
  config(environment({ GRANT_KEYS: Buffer.alloc(32, 7).toString('base64url'), BYTES_PORT: '8081', ...env }))
const at = (url: string, env?: Record<string, string>) => {
  const { protocol, hostname } = new URL(url)
  return packageOrigin(settings(env), { protocol: protocol.slice(0, -1) as 'http', hostname }, 'a')
}

test('on one machine it is the other name of it', () => {
  expect(at('http://localhost:8080')).toBe('http://127.0.0.1:8081')
  expect(at('http://127.0.0.1:8080')).toBe('http://localhost:8081')
})

test('the host of the pages over http has none, unless somebody said that it may; over https a cookie of ours cannot be written there', () => {
  expect(at('http://school.test')).toBeUndefined()
  expect(at('http://school.test', { PACKAGES_SAME_HOST: 'true' })).toBe('http://school.test:8081')
  expect(at('https://school.test')).toBe('https://school.test:8081')
})

test('another host than that of the pages is one that settings name, whatever host a request writes', () => {
  const files = { BYTES_ORIGIN: 'http://files.test', PAGE_ORIGINS: 'http://school.test,http://college.test' }
  expect(at('http://school.test', files)).toBe('http://files.test')
  const hosts = ['http://school.test', 'http://10.0.0.5', 'http://school.test.', 'http://SCHOOL.test', 'http://localhost']
  for (const BYTES_ORIGIN of ['http://school.test:8081', 'http://School.test.:8081'])
    for (const PAGE_ORIGINS of ['', 'http://school.test'])
      for (const host of hosts) expect([host, at(host, { BYTES_ORIGIN, PAGE_ORIGINS })]).toEqual([host, undefined])
  expect(at('http://10.0.0.5', { BYTES_ORIGIN: 'http://school.test:8081', PACKAGES_SAME_HOST: 'true' })).toBe('http://school.test:8081')
  expect(at('http://school.test.')).toBeUndefined()
})

test('a setting names it, with a host of each package, which serves nothing else', () => {
  const env = { PACKAGE_ORIGIN: 'https://{id}.packages.test' }
  const origin = at('https://school.test', env)!
  expect(origin).toMatch(/^https:\/\/[0-9a-f]{32}\.packages\.test$/)
  expect(packageOrigin(settings(env), { protocol: 'https', hostname: 'school.test' }, 'b')).not.toBe(origin)
  const isHost = (hostname: string, more: Record<string, string> = env) => isPackageHost(settings(more), hostname)
  expect(['a.packages.test', 'packages.test', 'school.test'].map((one) => isHost(one))).toEqual([true, false, false])
  expect(isHost('p.test', { PACKAGE_ORIGIN: 'https://p.test' })).toBe(true)
  expect(isHost('p.test', { PACKAGE_ORIGIN: 'https://p.test', BYTES_ORIGIN: 'https://p.test' })).toBe(false)
  const wrong = [
    'packages.test',
    'https://packages.test/path',
    'https://p-{id}.test',
    'https://a.{id}.test',
    'https://{id}.{id}.test',
    'https://{id}',
  ]
  for (const PACKAGE_ORIGIN of wrong) expect(() => settings({ PACKAGE_ORIGIN })).toThrow('PACKAGE_ORIGIN')
})

test('the mark of a package is known to who may open it alone', () => {
  expect(packageMark(settings(), 'a')).not.toBe(packageMark(settings({ GRANT_KEYS: Buffer.alloc(32, 8).toString('base64url') }), 'a'))
  expect(packageMark(settings(), 'a')).not.toBe(packageMark(settings(), 'b'))
})
