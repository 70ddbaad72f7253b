// Dashboards and alerts against a running system: the system exposes every metric that they name, with the labels of their queries.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts, dashboards } from '../../deploy/monitoring/signals.ts'
import { scaled, until } from '@lyceum/kit/test/wait'
import { makeSchool } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { root } from './render.ts'

let product: Product
/** name → its labels. */
const exposed = new Map<string, Set<string>>()
/** Labels that Prometheus itself adds to every series. */
const added = ['namespace', 'pod', 'le']

beforeAll(async () => {
  product = await startProduct({ way: 'one', name: 'figures' })
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const { id } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  await teacher.call('GET /api/courses/:id', { params: { id } })
  await until(
    async () => {
      const text = await (await fetch(`${product.url}/metrics`)).text()
      for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+/gm)) {
        const known = exposed.get(name) ?? new Set<string>()
        exposed.set(name, known)
        for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
      }
      return ['lyceum_fact_lag_seconds_bucket', 'lyceum_job_seconds_bucket', 'lyceum_parked_facts', 'lyceum_jobs_dead'].every((name) =>
        exposed.has(name),
      )
    },
    60_000,
    500,
  )
}, scaled(120_000))
afterAll(() => product?.stop())

const expressions = [
  ...alerts.map(({ name, expression }) => [name, expression] as const),
  ...Object.values(dashboards).flatMap(({ panels }) =>
    panels.flatMap(({ title, of }) => of.map(({ expression }) => [title, expression] as const)),
  ),
]
const words = new Set('sum max min avg by rate increase histogram_quantile topk'.split(' '))

test.each(expressions)('%s asks only for what is exposed', (_, expression) => {
  const bare = expression.replace(/"[^"]*"/g, '""')
  const names = [...bare.matchAll(/[a-z_][a-z0-9_:]*/g)].map(([name]) => name)
  const asked = names.filter((name) => /^(lyceum|process)_/.test(name))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((name) => !exposed.has(name))).toEqual([])
  const labels = new Set(asked.flatMap((name) => [...(exposed.get(name) ?? [])]).concat(added))
  const used = names.filter((name) => !words.has(name) && !asked.includes(name))
  expect(used.filter((name) => !labels.has(name) && !/^[smhd]$/.test(name))).toEqual([])
})

test('an expression that asks for something else is seen', () => {
  expect(exposed.has('lyceum_http_requests_total')).toBe(false)
  expect(exposed.get('lyceum_http_request_seconds_count')).toContain('status')
})

test('every alert has its page', () => {
  const page = readFileSync(join(root, 'docs/operate/alerts.md'), 'utf8')
  for (const { name } of alerts) {
    const section = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
    expect([name, /\*\*Means\*\*/.test(section), /\*\*Look\*\*/.test(section), /\*\*Do\*\*/.test(section)]).toEqual([
      name,
      true,
      true,
      true,
    ])
  }
})
