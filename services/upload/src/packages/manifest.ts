// Reading of a package's manifest: its edition of SCORM, its title and its items with the files that they start.
import { BadPackage } from './bad-package.ts'
import { child, children, type Element, parseManifest, textOf } from './manifest-xml.ts'
import { baseIn, encodedPath, resolved, withParameters } from './paths.ts'
import { type Sequencing, sequencingReader } from './sequencing.ts'

export type PackageKind = 'scorm12' | 'scorm2004'
/**
 * An item of the organisation. `launch`: the path in the package with parameters, null for a chapter. Texts as the manifest writes them, null without:
 * `mastery` 0 to 100 (1.2) or -1 to 1 (2004), `max_time` HHHH:MM:SS (1.2) or ISO 8601 (2004).
 */
export type Item = {
  id: string
  parent: string
  title: string
  launch: string | null
  sco: boolean
  visible: boolean
  mastery: string | null
  max_time: string | null
  time_limit_action: string | null
  data_from_lms: string | null
  prerequisites: string | null
  completion_threshold: Record<string, string> | null
  hidden_controls: string[]
  sequencing: Sequencing | null
}
export type Manifest = {
  kind: PackageKind
  title: string
  /** `shared_objectives`: its global objectives outlive the package. */
  organization: { id: string; sequencing: Sequencing | null; shared_objectives: boolean }
  items: Item[]
}

const mostItems = 500
const longest = { id: 500, title: 500, value: 4096, number: 40 }
/** Of JSON: a message of the bus holds a million bytes. */
const mostBytes = { stored: 4 * 1024 * 1024, fact: 800_000 }

type Resource = { href: string | undefined; base: string; sco: boolean }
/** The path of a file as the archive writes it, of one written in other cases too; undefined: there is none. */
export type FindFile = (path: string) => string | undefined

/** BadPackage notScorm, noLaunch, unsafePath, tooLarge, broken. */
export async function readManifest(bytes: Buffer, find: FindFile): Promise<Manifest> {
  const root = await parseManifest(bytes)
  if (root.name !== 'manifest') throw new BadPackage('package.notScorm', { schema: root.name })
  const kind = kindOf(root)
  const organizations = child(root, 'organizations')
  const all = children(organizations, 'organization')
  const organization = all.find((one) => one.at.identifier === organizations?.at.default) ?? all[0]
  if (!organization) throw new BadPackage('package.noLaunch')
  const resources = resourcesOf(root)
  const sequencingOf = sequencingReader(child(root, 'sequencingCollection'))
  const items: Item[] = []
  const seen = new Set<string>()
  const add = (element: Element, parent: string) => {
    const id = element.at.identifier ?? ''
    if (id === '' || id.length > longest.id || seen.has(id)) throw new BadPackage('package.broken', { item: id.slice(0, 100) })
    if (items.length === mostItems) throw new BadPackage('package.tooLarge', { items: String(mostItems) })
    seen.add(id)
    items.push(itemOf(element, { parent, kind, resources, sequencingOf, find }))
    for (const one of children(element, 'item')) add(one, id)
  }
  for (const one of children(organization, 'item')) add(one, '')
  if (!items.some(({ launch }) => launch !== null)) throw new BadPackage('package.noLaunch')
  const first = items[0]!.title
  const manifest: Manifest = {
    kind,
    title: textOf(organization, 'title').slice(0, longest.title) || first,
    organization: {
      id: (organization.at.identifier ?? '').slice(0, longest.id),
      sequencing: sequencingOf(organization),
      shared_objectives: kind === 'scorm2004' && organization.at.objectivesGlobalToSystem !== 'false',
    },
    items,
  }
  checkSize(manifest)
  return manifest
}

/** Refuses what every page of the package, and the fact of it, would carry. */
function checkSize({ organization, items }: Manifest): void {
  const isOver = (most: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) > most
  if (isOver(mostBytes.stored, { organization, items }) || isOver(mostBytes.fact, itemsInFact(items)))
    throw new BadPackage('package.tooLarge', { file: 'imsmanifest.xml' })
}

/** The items as the fact of the package has them. */
export const itemsInFact = (items: Item[]) =>
  items.map(({ id, parent, title, sco, mastery }) => ({ id, parent, title, sco, mastery: mastery ?? '' }))

/** The edition by the version that the manifest names, else by the namespaces of its elements. */
function kindOf(root: Element): PackageKind {
  const metadata = child(root, 'metadata')
  const [schema, version] = [textOf(metadata, 'schema'), textOf(metadata, 'schemaversion')]
  const spaces = new Set<string>()
  const look = (element: Element) => {
    spaces.add(element.space)
    element.in.forEach(look)
  }
  look(root)
  const isIn = (part: string) => [...spaces].some((space) => space.includes(part))
  if (/cartridge/i.test(schema) || isIn('imsccv1') || isIn('imscc/'))
    throw new BadPackage('package.notScorm', { schema: schema || 'IMS CC' })
  if (/2004|CAM 1\.3/i.test(version)) return 'scorm2004'
  if (/^1\.2$/.test(version)) return 'scorm12'
  const types = (name: string) => children(child(root, 'resources'), 'resource').some((one) => one.at[name] !== undefined)
  if (isIn('adlcp_v1p3') || isIn('imsss') || types('scormType')) return 'scorm2004'
  if (isIn('adlcp_rootv1p2') || types('scormtype')) return 'scorm12'
  throw new BadPackage('package.notScorm', { schema: `${schema} ${version}`.trim().slice(0, 100) })
}

function resourcesOf(root: Element): Map<string, Resource> {
  const list = child(root, 'resources')
  const base = baseIn(baseIn('', root.at.base), list?.at.base)
  return new Map(
    children(list, 'resource').map(({ at }) => [
      at.identifier ?? '',
      { href: at.href, base: baseIn(base, at.base), sco: (at.scormtype ?? at.scormType ?? '').toLowerCase() === 'sco' },
    ]),
  )
}

type Place = {
  parent: string
  kind: PackageKind
  resources: Map<string, Resource>
  sequencingOf: ReturnType<typeof sequencingReader>
  find: FindFile
}

function itemOf(element: Element, { parent, kind, resources, sequencingOf, find }: Place): Item {
  const value = (name: string) => textOf(element, name).slice(0, longest.value) || null
  const id = element.at.identifier!
  const reference = element.at.identifierref
  const resource = reference === undefined || reference === '' ? undefined : resources.get(reference)
  const title = textOf(element, 'title').slice(0, longest.title) || id
  const sequencing = kind === 'scorm2004' ? sequencingOf(element) : null
  const threshold = child(element, 'completionThreshold')
  const minimum = threshold?.text.trim().slice(0, longest.number)
  const shared = {
    id,
    parent,
    title,
    launch: reference === undefined || reference === '' ? null : launchOf(resource, { title, parameters: element.at.parameters, find }),
    sco: resource?.sco ?? false,
    visible: element.at.isvisible !== 'false',
  }
  if (kind === 'scorm12')
    return {
      ...shared,
      mastery: value('masteryscore')?.slice(0, longest.number) ?? null,
      max_time: value('maxtimeallowed'),
      time_limit_action: value('timelimitaction'),
      data_from_lms: value('datafromlms'),
      prerequisites: value('prerequisites'),
      completion_threshold: null,
      hidden_controls: [],
      sequencing: null,
    }
  const primary = sequencing?.in.find(({ name }) => name === 'objectives')?.in.find(({ name }) => name === 'primaryObjective')
  const byMeasure = primary?.at.satisfiedByMeasure === 'true'
  const measure = primary?.in.find(({ name }) => name === 'minNormalizedMeasure')?.text.trim() || '1.0'
  return {
    ...shared,
    mastery: byMeasure ? measure.slice(0, longest.number) : null,
    max_time:
      sequencing?.in.find(({ name }) => name === 'limitConditions')?.at.attemptAbsoluteDurationLimit?.slice(0, longest.value) ?? null,
    time_limit_action: value('timeLimitAction'),
    data_from_lms: value('dataFromLMS'),
    prerequisites: null,
    completion_threshold: threshold ? { ...threshold.at, ...(minimum && { minProgressMeasure: minimum }) } : null,
    hidden_controls: children(child(child(element, 'presentation'), 'navigationInterface'), 'hideLMSUI').map(({ text }) =>
      text.trim().slice(0, longest.number),
    ),
    sequencing,
  }
}

function launchOf(
  resource: Resource | undefined,
  { title, parameters, find }: { title: string; parameters: string | undefined; find: FindFile },
): string {
  const missing = (file: string) => new BadPackage('package.noLaunch', { item: title.slice(0, 100), file: file.slice(0, 200) })
  const href = resource?.href?.trim()
  if (!resource || !href) throw missing('')
  const { paths, ...address } = resolved(resource.base, href)
  const path = paths.map(find).find((found) => found !== undefined)
  if (path === undefined) throw missing(href)
  return encodedPath(path) + withParameters(address, parameters)
}
