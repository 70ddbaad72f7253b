// Every action of the audit log has a text on the page.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionNames } from '../web/src/parts/audit/action-names.ts'

const root = join(import.meta.dirname, '..')

test('each action of a service has its text and is offered by the filter', async () => {
  const texts = JSON.parse(readFileSync(join(root, 'web/src/i18n/en/audit.json'), 'utf8'))
  const modules = await Promise.all(globSync('services/*/src/audit-actions.ts', { cwd: root }).map((file) => import(join(root, file))))
  const actions = modules.flatMap((module) => Object.values<readonly string[]>(module).flat())
  expect(modules.length).toBeGreaterThan(1)
  expect(actions.filter((action) => !(`action.${action}` in texts))).toEqual([])
  expect(actions.filter((action) => !(actionNames as readonly string[]).includes(action))).toEqual([])
})
