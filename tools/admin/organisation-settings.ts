// `lyceum org set`: reads and changes every setting of an organisation. Its flags are made from identity's table of settings.
import type { contracts } from '@lyceum/identity/contracts'
import {
  locales,
  type OrgRules,
  OrgRules as schema,
  type OrgSettings,
  type SettingName,
  settingsTable,
} from '@lyceum/identity/org-settings/api'
import { withFlagNames, type Calling } from './calls.ts'
import { type Command, type Flag, type CommandContext, table } from './command.ts'
import { organisationOf, withIdentity } from './organisations.ts'
import { usage } from './refusal.ts'

type Name = keyof OrgRules
type Schema = { type?: string; enum?: string[]; properties?: Record<string, unknown> }
const schemas = schema.properties as unknown as Record<Name, Schema>
const names = Object.keys(schemas) as Name[]

/** maxLevelInUploadFolder → max-level-in-upload-folder, guest_preview → guest-preview */
export const flagOf = (name: string) => name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const columns: Partial<Record<Name, string>> = {
  name: 'as people read it',
  locale: 'the language of its page where a person has chosen none',
}
const nothing = 'none'
const forms: Record<string, (name: Name) => Pick<Flag, 'value' | 'choices'>> = {
  boolean: () => ({ value: 'ON', choices: ['on', 'off'] }),
  integer: () => ({ value: 'NUMBER' }),
  array: () => ({ value: 'A,B' }),
  object: (name) => ({
    value: Object.keys(schemas[name].properties ?? {})
      .map((key) => `${key}=N`)
      .slice(0, 2)
      .join(','),
  }),
  string: (name) => ({ value: 'TEXT', ...(schemas[name].enum && { choices: locales }) }),
}
const flags = Object.fromEntries(
  names.map((name): [string, Flag] => [
    flagOf(name),
    { ...forms[schemas[name].type ?? 'string']!(name), about: columns[name] ?? settingsTable[name as SettingName].about },
  ]),
)

/** A typed value as the call takes it: on, off; numbers; a,b; key=1,key=2; `none` for an empty one. */
function valueIn(name: Name, text: string): unknown {
  const flag = `--${flagOf(name)}`
  const number = (said: string) => {
    if (!/^\d{1,15}$/.test(said)) throw usage(flag, `"${said}" is not a whole number`)
    return Number(said)
  }
  const list = text === nothing ? [] : text.split(',').map((one) => one.trim())
  switch (schemas[name].type) {
    case 'boolean':
      return text === 'on'
    case 'integer':
      return number(text)
    case 'array':
      return list
    case 'object':
      return Object.fromEntries(
        list.map((pair) => {
          const [key = '', value = ''] = pair.split('=')
          if (!Object.hasOwn(schemas[name].properties ?? {}, key))
            throw usage(flag, `"${key}" is none of ${Object.keys(schemas[name].properties ?? {}).join(', ')}`)
          return [key, number(value)]
        }),
      )
    default:
      return text === nothing ? '' : text
  }
}

const shownValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(',') || nothing
  if (value !== null && typeof value === 'object')
    return (
      Object.entries(value)
        .map((pair) => pair.join('='))
        .join(',') || nothing
    )
  return String(value) || nothing
}
const shown = (settings: OrgSettings) =>
  table(
    ['setting', 'value'],
    names.map((name) => [flagOf(name), shownValue(settings[name])]),
  )

const changesIn = ({ text }: Pick<CommandContext, 'text'>) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const said = text(flagOf(name))
      return said === undefined ? [] : [[name, valueIn(name, said)]]
    }),
  ) as Partial<OrgRules>

export const settingsCommand: Command = {
  name: 'org set',
  summary: 'Read or change the settings of an organisation',
  about: 'Without a setting it prints them all. `none` empties one.',
  flags: { org: { value: 'ORG', about: 'id, name or host name; needed where there are several' }, ...flags },
  run: ({ installation, text }) =>
    withIdentity(installation, async (identity: Calling<typeof contracts>) => {
      const { id } = await organisationOf(identity, text('org'))
      const changes = changesIn({ text })
      const call = identity.administrator(id)
      const settings =
        Object.keys(changes).length === 0
          ? await withFlagNames(call('GET /api/org/settings'))
          : await withFlagNames(call('PUT /api/org/settings', { body: changes }))
      return { value: settings, text: shown(settings) }
    }),
}
