// Every action of the audit log has a text on the page. That its fields have one, each service's own tests find out when they stop it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordless } from '@lyceum/kit/test/audit-words'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('each action of a service has its text, and each text its action', async () => {
  const texts = JSON.parse(readFileSync(join(root, 'web/src/i18n/en/audit.json'), 'utf8'))
  const modules = await Promise.all(globSync('services/*/src/audit-actions.ts', { cwd: root }).map((file) => import(join(root, file))))
  const actions = modules.flatMap((module) => Object.values<readonly string[]>(module).flat())
  expect(modules.length).toBeGreaterThan(1)
  expect(actions.filter((action) => !(`action.${action}` in texts))).toEqual([])
  // the filter of the audit log offers the actions that have a text
  expect(Object.keys(texts).flatMap((key) => (/^action\./.test(key) && !actions.includes(key.slice(7)) ? [key] : []))).toEqual([])
})

test('a field or a word without a text is found, at any depth', () => {
  const texts = {
    audit: { 'field.late': '', 'field.per': '', 'value.day': '' },
    permissions: { 'members.change': '' },
    preferences: { 'type.news': '' },
  }
  expect(wordless({ late: { per: 'day' }, news: ['members.change'], per: 3, texts: ['late'] }, texts)).toEqual([])
  expect(wordless({ late: { per: 'week', most: '2026-11-26T08:00:00Z' }, texts: ['title'] }, texts)).toEqual([
    'value.week',
    'field.most',
    'field.title',
  ])
})
