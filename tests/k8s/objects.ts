import { parseAllDocuments } from 'yaml'
import { type PodSpec, type Rendered, template } from './render.ts'

/** Parsed; throws with helm's own words when it refuses. */
export function objects(values: (string | object)[], ...more: string[]): Rendered[] {
  const { text, refused } = template('HELM4', values, ...more)
  if (refused) throw new Error(refused)
  return parseAllDocuments(text).flatMap((one) => {
    const value = one.toJS() as Rendered | null
    return value ? [value] : []
  })
}

const withPods = new Set(['Deployment', 'StatefulSet', 'Job'])
/** Every pod that the objects make, by the name of who makes it. */
export const pods = (all: Rendered[]): { owner: Rendered; spec: PodSpec }[] =>
  all.filter(({ kind }) => withPods.has(kind)).map((owner) => ({ owner, spec: owner.spec.template.spec }))

export const named = (all: Rendered[], kind: string, name: string): Rendered => {
  const found = all.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`no ${kind} ${name}`)
  return found
}
