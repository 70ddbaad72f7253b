// `lyceum org`: creating and listing organisations.
import type { contracts } from '@lyceum/identity/contracts'
import type { OperatorOrg } from '@lyceum/identity/organisations/api'
import { withFlagNames, type Calling, callsOf } from './calls.ts'
import { type Command, table } from './command.ts'
import { usage } from './refusal.ts'
import type { Installation } from './installation.ts'

type Identity = Calling<typeof contracts>
const locales = ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'ms'] as const

/** Opens a client of identity's calls for the duration of `work`. */
export async function withIdentity<T>(installation: Installation, work: (identity: Identity) => Promise<T>): Promise<T> {
  const identity = await callsOf<typeof contracts>(installation, 'identity')
  try {
    return await work(identity)
  } finally {
    await identity.close()
  }
}

export async function allOrganisations({ internal }: Identity): Promise<OperatorOrg[]> {
  const all: OperatorOrg[] = []
  for (let page = 1; ; page++) {
    const { items, pages } = await withFlagNames(internal('GET /internal-api/orgs', { query: { page, page_size: 100 } }))
    all.push(...items)
    if (page >= pages) return all
  }
}

/** Finds an organisation by id, name or host name; without one of these, the only one there is. */
export async function organisationOf(identity: Identity, said: string | undefined): Promise<OperatorOrg> {
  const all = await allOrganisations(identity)
  const names = all.map(({ name }) => name).join(', ')
  if (said === undefined) {
    if (all.length === 1) return all[0]!
    throw usage('--org', all.length === 0 ? 'there is no organisation yet: `lyceum org create` makes one' : `which one of ${names}`)
  }
  const found = all.filter(
    ({ id, name, hosts }) => id === said || name.toLowerCase() === said.toLowerCase() || hosts.includes(said.toLowerCase()),
  )
  if (found.length === 1) return found[0]!
  throw usage(
    '--org',
    found.length > 1 ? `several are called "${said}": give the id` : `there is no "${said}"; there are ${names || 'none'}`,
  )
}

const shown = (orgs: OperatorOrg[]) =>
  table(
    ['id', 'name', 'language', 'people', 'host names'],
    orgs.map(({ id, name, locale, people, hosts }) => [id, name, locale, people, hosts.join(', ')]),
  )

export const organisationCommands: Command[] = [
  {
    name: 'org create',
    summary: 'Make an organisation',
    about: 'It has no people yet: `lyceum user create --role admin` makes its first administrator.',
    flags: {
      name: { value: 'NAME', about: 'as people read it', required: true },
      locale: { value: 'LANGUAGE', about: 'of its page where a person has chosen none', required: true, choices: locales },
      host: { value: 'HOST', about: 'a host name that shows it; the oldest organisation is shown at all others', many: true },
    },
    run: ({ installation, text, texts }) =>
      withIdentity(installation, async ({ internal }) => {
        const body = { name: text('name')!, locale: text('locale') as OperatorOrg['locale'], hosts: texts('host') }
        const made = await withFlagNames(internal('POST /internal-api/orgs', { body }))
        return { value: made, text: `${made.name} is made: ${made.id}` }
      }),
  },
  {
    name: 'org list',
    summary: 'All organisations, the oldest first',
    flags: {},
    run: ({ installation }) =>
      withIdentity(installation, async (identity) => {
        const all = await allOrganisations(identity)
        return { value: all, text: shown(all) }
      }),
  },
]
