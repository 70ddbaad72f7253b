// `lyceum operators`: people who operate the installation: they make, suspend and resume organisations, and have no right in any by it.
import type { Operator } from '@lyceum/identity/installation/api'
import { byUserNumber } from '@lyceum/kit/text/user-number'
import { withFlagNames } from './calls.ts'
import { type Command, table } from './command.ts'
import { organisationOf, withIdentity } from './organisations.ts'
import { Refused } from './refusal.ts'

const who = { name: 'who', about: 'e-mail address or user number' }
const org = { value: 'ORG', about: 'that has made the account: id, name or host name; needed where several have the number' }

const shown = (list: Operator[]) =>
  table(
    ['id', 'number', 'name', 'e-mail', 'organisation'],
    list.map(({ id, user_no, name, email, org }) => [id, user_no, name, email ?? '', org]),
  )

export const operatorCommands: Command[] = [
  {
    name: 'operators add',
    summary: 'Make a person an operator of the installation',
    about: 'They find the organisations under their name, at the top right of each page.',
    words: [who],
    flags: { org },
    run: ({ installation, words, text }) =>
      withIdentity(installation, async (identity) => {
        const of = text('org')
        const body = { login: words[0]!, ...(of && { org: (await organisationOf(identity, of)).id }) }
        const made = await withFlagNames(identity.internal('POST /internal-api/operators', { body }))
        return { value: made, text: `${made.name} is an operator: ${made.id}` }
      }),
  },
  {
    name: 'operators remove',
    summary: 'Make a person no operator any more',
    words: [who],
    flags: {},
    run: ({ installation, words }) =>
      withIdentity(installation, async ({ internal }) => {
        const { operators } = await withFlagNames(internal('GET /internal-api/operators'))
        const name = words[0]!
        const found = [
          ...new Set([
            ...operators.filter(({ id, email }) => id === name || email === name.toLowerCase()),
            ...byUserNumber(operators)(name),
          ]),
        ]
        if (found.length !== 1)
          throw new Refused('person.notFound', found.length === 0 ? `no operator is "${name}"` : `several are "${name}": give the id`)
        const [{ id, name: person }] = found as [Operator]
        await withFlagNames(internal('DELETE /internal-api/operators/:id', { params: { id } }))
        return { value: { id }, text: `${person} is no operator any more` }
      }),
  },
  {
    name: 'operators list',
    summary: 'The operators of the installation',
    flags: {},
    run: ({ installation }) =>
      withIdentity(installation, async ({ internal }) => {
        const { operators } = await withFlagNames(internal('GET /internal-api/operators'))
        return { value: operators, text: operators.length > 0 ? shown(operators) : 'there is none: `lyceum operators add` makes one' }
      }),
  },
]
