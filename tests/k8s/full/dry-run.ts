// The chart with values that one node cannot run, in a dry run against a real API server: refusals and warnings without an installation.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../../../deploy/stack/config.ts'
import { type Lyceum, namespace } from './release.ts'

const chart = join(stack.root, 'helm/lyceum')
const valuesFiles = [
  ...readdirSync(join(chart, 'values')).map((file) => join(chart, 'values', file)),
  join(stack.root, 'tests/k8s/bring-your-own.yaml'),
]
/** Kinds that belong to operators: a bare cluster does not have them, and kubeconform checks them against their schemas. */
const operators = /^apiVersion: (monitoring\.coreos\.com|gateway\.networking\.k8s\.io)\//m

export async function dryRun({ cluster }: Lyceum): Promise<string[]> {
  const wrong: string[] = []
  for (const file of valuesFiles) {
    const rendered = await cluster.run('helm', ['template', 'dry', chart, '-n', namespace, '-f', file])
    if (rendered.code !== 0) wrong.push(`${file}: ${rendered.error.slice(-300)}`)
    const known = rendered.text.split(/^---$/m).filter((one) => /^kind:/m.test(one) && !operators.test(one))
    const said = await cluster.run('kubectl', ['-n', namespace, 'apply', '--dry-run=server', '-f', '-'], known.join('\n---\n'))
    const taken = said.text.match(/\((server dry run|dry run)\)/g)?.length ?? 0
    if (said.code !== 0 || said.error !== '' || taken !== known.length)
      wrong.push(`${file}: ${taken} of ${known.length} objects are taken: ${said.error.slice(0, 600)}`)
  }
  return wrong
}
