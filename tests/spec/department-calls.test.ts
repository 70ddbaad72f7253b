// Calls of permissions in an organisation against `department-calls.csv`: each is about the whole organisation, or has its line that says how a department binds it.
import { readFileSync } from 'node:fs'
import { organisationPermissions } from '@lyceum/identity/mirror/permissions'
import type { Table } from '@lyceum/kit/calls/contract'
import { expect, test } from 'vitest'
import { callsOf, profiles, rightsIn, type Service } from '../flows/rights/table.ts'

/** single: 403 for a thing of another department; list: it is left out; not: the same for every department. */
const bounds = ['single', 'list', 'not']
const [, ...lines] = readFileSync(new URL('./department-calls.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const bound = lines.map((line) => /^([^,]+),([^,]+),(.+)$/.exec(line)?.slice(1) ?? [line])
const all: Table = Object.assign({}, ...Object.values(callsOf))
const ofOrganisations = Object.entries(all).filter(([, { may }]) => (organisationPermissions as string[]).includes(may))

test('are listed once unless they are about the whole organisation, with a bound and a sentence', () => {
  expect(bound.map(([call]) => call).sort()).toEqual(
    ofOrganisations
      .filter(([, { wide }]) => !wide)
      .map(([call]) => call)
      .sort(),
  )
  for (const [call, kind = '', sentence] of bound) {
    expect(bounds, call).toContain(kind)
    expect(sentence, call).toMatch(/^[A-Z].+\.$/)
  }
})

test('about the whole organisation name a permission of it', () => {
  const wide = Object.keys(all).filter((call) => all[call]?.wide)
  expect(wide.length).toBeGreaterThan(0)
  expect(wide.filter((call) => !ofOrganisations.some(([name]) => name === call))).toEqual([])
})

test('of single things refuse managers of another department in the rights matrix, others answer them', () => {
  const rights = (Object.keys(callsOf) as Service[]).flatMap((service) =>
    rightsIn(new URL(`../flows/rights/${service}.csv`, import.meta.url)),
  )
  for (const [call, kind] of bound) {
    const { profile = '' } = rights.find((one) => one.call === call) ?? {}
    const { educational_admin, other_department } = profiles[profile]?.own ?? {}
    if (educational_admin !== 'ok') continue
    expect(other_department === 'ok', call).toBe(kind !== 'single')
  }
})
