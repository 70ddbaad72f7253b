// Writes Grafana's dashboards and Prometheus's rules for the chart from signals.ts; `--check` fails when they are stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../stack/config.ts'
import { alerts, dashboards, type Panel } from './signals.ts'

const runbook = 'https://github.com/lyceum/lyceum/blob/main/docs/operate/alerts.md'

function panelOf({ title, unit, of }: Panel, nth: number) {
  return {
    id: nth + 1,
    type: 'timeseries',
    title,
    gridPos: { h: 8, w: 12, x: (nth % 2) * 12, y: Math.floor(nth / 2) * 8 },
    datasource: { type: 'prometheus', uid: '${source}' },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: of.map(({ expression, legend }, at) => ({ refId: String.fromCharCode(65 + at), expr: expression, legendFormat: legend })),
  }
}

const files: Record<string, unknown> = {
  'alerts.json': {
    groups: [
      {
        name: 'lyceum',
        rules: alerts.map(({ name, expression, for: held, severity, summary }) => ({
          alert: name,
          expr: expression,
          for: held,
          labels: { severity },
          annotations: { summary, runbook_url: `${runbook}#${name.toLowerCase()}` },
        })),
      },
    ],
  },
}
for (const [name, { title, panels }] of Object.entries(dashboards))
  files[`dashboard-${name}.json`] = {
    uid: `lyceum-${name}`,
    title,
    tags: ['lyceum'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map(panelOf),
  }

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [name, content] of Object.entries(files)) {
  const file = join(stack.root, 'helm/lyceum/files', name)
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) stale.push(name)
}
if (stale.length > 0) {
  console.error(`${stale.join(', ')} in helm/lyceum/files: run \`node deploy/monitoring/monitoring.ts\``)
  process.exitCode = 1
}
