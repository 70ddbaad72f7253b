// `lyceum user`: creating, finding and erasing people of an organisation.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text as allOf } from 'node:stream/consumers'
import type { OrgUser, OrgRole } from '@lyceum/identity/persons/api'
import { environment } from '@lyceum/kit/config'
import { CallFailed } from '@lyceum/kit/calls/client'
import { byUserNumber } from '@lyceum/kit/text/user-number'
import { withFlagNames } from './calls.ts'
import { type Command, type CommandContext, table } from './command.ts'
import { Refused, usage } from './refusal.ts'
import { organisationOf, withIdentity } from './organisations.ts'

const roles = ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const
const org = { value: 'ORG', about: 'id, name or host name; needed where there are several' }

/** Passwords are never arguments: other accounts of the machine can read those. */
async function passwordOf({ said }: CommandContext): Promise<{ password?: string; made?: true }> {
  if (said('password-stdin') && said('generate-password')) throw usage('--generate-password', 'not together with --password-stdin')
  if (said('password-stdin')) return { password: (await allOf(process.stdin)).replace(/\r?\n$/, '') }
  return said('generate-password') ? { password: randomBytes(15).toString('base64url'), made: true } : {}
}

const shown = (users: OrgUser[]) =>
  table(
    ['id', 'number', 'name', 'e-mail', 'roles'],
    users.map(({ id, user_no, name, email, roles }) => [id, user_no, name, email ?? '', roles.join(', ')]),
  )

export const userCommands: Command[] = [
  {
    name: 'user create',
    summary: 'Make an account, such as the first administrator',
    about: 'Without a password the person sets one by the code that the sign-in page sends to their address.',
    flags: {
      name: { value: 'NAME', about: 'as others read it', required: true },
      'user-no': { value: 'NUMBER', about: 'what the organisation calls the person by; signs in', required: true },
      email: { value: 'ADDRESS', about: 'signs in too' },
      'mobile-phone': { value: 'NUMBER', about: 'with the country: +62…' },
      role: { value: 'ROLE', about: 'in the organisation', required: true, many: true, choices: roles },
      org,
      department: { value: 'ID', about: 'of the organisation' },
      'password-stdin': { about: 'the password is read from standard input' },
      'generate-password': { about: 'one is made and shown this once' },
    },
    run: (given) =>
      withIdentity(given.installation, async (identity) => {
        const { id, name } = await organisationOf(identity, given.text('org'))
        const { password, made } = await passwordOf(given)
        const optional = {
          email: given.text('email'),
          mobile_phone: given.text('mobile-phone'),
          department_id: given.text('department'),
          password,
        }
        const user = await withFlagNames(
          identity.administrator(id)('POST /api/users', {
            body: {
              name: given.text('name')!,
              user_no: given.text('user-no')!,
              roles: given.texts('role') as OrgRole[],
              ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as typeof optional),
            },
          }),
        )
        const word = made ? `\npassword: ${password}` : ''
        return { value: { ...user, ...(made && { password }) }, text: `${user.name} is made in ${name}: ${user.id}${word}` }
      }),
  },
  {
    name: 'user first-password',
    summary: 'Show the password that was made for the first administrator',
    about:
      'It is read from ADMIN_PASSWORD or ADMIN_PASSWORD_FILE, as an installation in containers has it; a later change of it is not seen.',
    flags: {},
    run: async ({ installation }) => {
      const password = environment(installation.settings.env).required('ADMIN_PASSWORD')
      return { value: { password }, text: password }
    },
  },
  {
    name: 'user find',
    summary: 'Find people by a part of their name, number or e-mail',
    words: [{ name: 'words', about: 'what to look for; without it everybody', optional: true }],
    flags: { org, page: { value: 'N', about: 'of 100 each; default 1' } },
    run: ({ installation, words, text }) =>
      withIdentity(installation, async (identity) => {
        const { id } = await organisationOf(identity, text('org'))
        const page = Number(text('page') ?? 1)
        if (!Number.isInteger(page) || page < 1) throw usage('--page', `"${text('page')}" is not a number from 1`)
        const found = await withFlagNames(
          identity.administrator(id)('GET /api/user/search', { query: { ...(words[0] && { keywords: words[0] }), page, page_size: 100 } }),
        )
        return { value: found, text: `${shown(found.users)}\n${found.total} people, page ${found.page} of ${Math.max(1, found.pages)}` }
      }),
  },
  {
    name: 'user erase',
    summary: 'Erase people for good: the account, what only they had, and their name everywhere',
    about:
      'It cannot be undone. Every service forgets them within seconds, of a service that is away as soon as it is back. Keep the ids: after a\nrestore of an older backup, erase them again with --ids-from.',
    words: [{ name: 'who', about: 'id, number or e-mail', optional: true }],
    flags: {
      org,
      'ids-from': { value: 'FILE', about: 'a file with an id on each line; those that are not there are passed over' },
      yes: { about: 'it is meant' },
    },
    run: (given) =>
      withIdentity(given.installation, async (identity) => {
        const { id: orgId } = await organisationOf(identity, given.text('org'))
        const call = identity.administrator(orgId)
        const file = given.text('ids-from')
        const who = given.words[0]
        if ((who === undefined) === (file === undefined)) throw usage('<who>', 'name one person, or several with --ids-from')
        if (!given.said('yes')) throw usage('--yes', 'erasing cannot be undone: say it with --yes')
        const ids = file ? await idsIn(file) : [await idOf(call, who!)]
        const outcome: Record<'erased' | 'not_there', string[]> = { erased: [], not_there: [] }
        for (const id of ids) {
          const gone = await call('DELETE /api/users/:id', { params: { id } }).then(
            () => true,
            (error) => {
              if (file && error instanceof CallFailed && error.status === 404) return false
              return withFlagNames(Promise.reject(error))
            },
          )
          outcome[gone ? 'erased' : 'not_there'].push(id)
        }
        const { erased, not_there } = outcome
        return {
          value: outcome,
          text: `erased: ${erased.join(', ') || 'nobody'}${not_there.length > 0 ? `; not there: ${not_there.length}` : ''}`,
        }
      }),
  },
]

async function idsIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw usage('--ids-from', `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  })
  const ids = text.split(/\s+/).filter(Boolean)
  const wrong = ids.find((one) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one))
  if (wrong) throw usage('--ids-from', `"${wrong}" is not an id`)
  return ids
}

type Call = Awaited<ReturnType<Parameters<Parameters<typeof withIdentity>[1]>[0]['administrator']>>

async function idOf(call: Call, who: string): Promise<string> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(who)) return who
  const { users } = await withFlagNames(call('GET /api/user/search', { query: { keywords: who, page_size: 100 } }))
  const found = [...new Set([...users.filter(({ email }) => email === who.toLowerCase()), ...byUserNumber(users)(who)])]
  if (found.length === 1) return found[0]!.id
  throw new Refused('user.notFound', found.length === 0 ? `nobody has the number or e-mail "${who}"` : `several have "${who}": give the id`)
}
