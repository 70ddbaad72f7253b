// The rendered chart as parsed objects, and lookups in them.
import { parseAllDocuments } from 'yaml'
import { type PodSpec, type Rendered, template } from './render.ts'

/** The chart's objects, parsed; throws helm's error text for a refusal. */
export function objects(values: (string | object)[], ...more: string[]): Rendered[] {
  const { text, refused } = template('HELM4', values, ...more)
  if (refused) throw new Error(refused)
  return parseAllDocuments(text).flatMap((one) => {
    const value = one.toJS() as Rendered | null
    return value ? [value] : []
  })
}

const withPods = new Set(['Deployment', 'StatefulSet', 'Job'])
/** Every pod of the objects, with its owner. */
export const pods = (all: Rendered[]): { owner: Rendered; spec: PodSpec }[] =>
  all.filter(({ kind }) => withPods.has(kind)).map((owner) => ({ owner, spec: owner.spec.template.spec }))

export const named = (all: Rendered[], kind: string, name: string): Rendered => {
  const found = all.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`no ${kind} ${name}`)
  return found
}
