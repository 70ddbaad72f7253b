// Every setting of an organisation: its schema, its default, what it does, and who reads it. The call's schema, the public view of an organisation,
// its fact and `lyceum org set` are made from this table.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, type TSchema, Type } from 'typebox'

export const locales = ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'ms'] as const
export const Locale = oneOf(...locales)
export type Locale = Static<typeof Locale>

/** hue in degrees 0–359; vividness 0–100 stands for a chroma of .04–.15. */
export const Accent = Type.Object({
  hue: Type.Integer({ minimum: 0, maximum: 359 }),
  vividness: Type.Integer({ minimum: 0, maximum: 100 }),
})
export type Accent = Static<typeof Accent>

/** The features that an organisation turns on. Others that are stored, of a newer release or an integration, are kept and cannot be added. */
export const toggles = ['org_team_teaching', 'timetables', 'cloud_classrooms', 'third_party_video'] as const
export type Toggle = (typeof toggles)[number]

/** page: everybody, before sign-in too; services: the others, by OrgChanged; identity: itself alone. */
type Reader = 'page' | 'services' | 'identity'
type Setting<S extends TSchema> = {
  schema: S
  default: Static<S>
  readers: readonly Reader[]
  about: string
  /** An administrator does not change it. */
  fixed?: true
  /** Somebody wrote it: the audit log says that it changed, not to what. */
  text?: true
}
const setting = <S extends TSchema, const R extends Reader>(given: Setting<S> & { readers: readonly R[] }) => given

const bytes = Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 50 }))
const everywhere = ['page', 'services'] as const

export const settingsTable = {
  accent: setting({ schema: Accent, default: { hue: 192, vividness: 38 }, readers: everywhere, about: 'the colour of its pages' }),
  time_zone: setting({
    schema: Type.String({ maxLength: 64 }),
    default: '',
    readers: everywhere,
    about: 'the IANA name of the zone that times are meant in; empty: that of the language',
  }),
  guest_preview: setting({
    schema: Type.Boolean(),
    default: false,
    readers: everywhere,
    about: 'visitors who are not signed in see what is open to them',
  }),
  user_action_tracking: setting({
    schema: Type.Boolean(),
    default: true,
    readers: everywhere,
    about: 'clicks are reported for statistics',
  }),
  publish_required: setting({
    schema: Type.Boolean(),
    default: true,
    readers: everywhere,
    about: 'students see a course once it is published',
  }),
  invite_students: setting({ schema: Type.Boolean(), default: true, readers: everywhere, about: 'teachers may invite students by e-mail' }),
  demo: setting({ schema: Type.Boolean(), default: false, readers: everywhere, about: 'the school of the demo', fixed: true }),
  demo_preparing: setting({
    schema: Type.Boolean(),
    default: false,
    readers: ['page'],
    about: 'the school of the demo is still being made',
    fixed: true,
  }),
  maxLevelInUploadFolder: setting({
    schema: Type.Integer({ minimum: 1, maximum: 20 }),
    default: 5,
    readers: everywhere,
    about: 'levels of folders in an upload',
  }),
  maxFileCountInUploadFolder: setting({
    schema: Type.Integer({ minimum: 1, maximum: 5000 }),
    default: 500,
    readers: everywhere,
    about: 'files in an upload of folders',
  }),
  uploadLimits: setting({
    schema: Type.Object({ video: bytes, audio: bytes, document: bytes, image: bytes, other: bytes }),
    default: {},
    readers: ['services'],
    about: 'bytes of one file by type; a missing one or 0: the limit of the installation',
  }),
  review_sharing: setting({
    schema: Type.Boolean(),
    default: false,
    readers: ['services'],
    about: 'what is shared into a group waits for a review before its members see it',
  }),
  toggles: setting({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 60, uniqueItems: true }),
    default: [],
    readers: everywhere,
    about: `features that are on, of ${toggles.join(', ')}`,
  }),
  mobile_required: setting({
    schema: Type.Boolean(),
    default: false,
    readers: ['page'],
    about: 'people without a mobile number bind one before anything else',
  }),
  verify_email: setting({ schema: Type.Boolean(), default: false, readers: ['page'], about: 'people verify their e-mail address' }),
  password_expires_days: setting({
    schema: Type.Integer({ minimum: 0, maximum: 3650, description: '0: never' }),
    default: 0,
    readers: ['identity'],
    about: 'days until a password is to be changed; 0: never',
  }),
  pre_task_url: setting({
    schema: Type.String({ maxLength: 2000, description: 'http or https; empty: no task' }),
    default: '',
    readers: ['identity'],
    about: 'the address of a task that everybody does first, such as a questionnaire; empty: none',
    text: true,
  }),
  management_auth_code: setting({
    schema: Type.Boolean(),
    default: false,
    readers: ['identity'],
    about: 'management needs a code that was entered in the session',
  }),
  audit_days: setting({
    schema: Type.Integer({ minimum: 90, maximum: 3650 }),
    default: 730,
    readers: ['services'],
    about: 'days for which the audit log is kept',
  }),
  storage_quota: setting({
    schema: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
    default: 0,
    readers: ['services'],
    about: 'bytes that all its files may take; 0: the limit of the installation',
    fixed: true,
  }),
}

type SettingsTable = typeof settingsTable
export type SettingName = keyof SettingsTable
export const settingNames = Object.keys(settingsTable) as SettingName[]
type Fixed = 'demo' | 'demo_preparing' | 'storage_quota'

/** The content of organisations.settings; a missing field means its default, so that a new one needs no migration. */
export type OrganisationSettings = { [K in SettingName]: Static<SettingsTable[K]['schema']> }

type ReadBy<R extends Reader> = { [K in SettingName]: R extends SettingsTable[K]['readers'][number] ? K : never }[SettingName]
const readBy = (reader: Reader) => settingNames.filter((name) => (settingsTable[name].readers as readonly Reader[]).includes(reader))
type Schemas<K extends SettingName> = { [N in K]: SettingsTable[N]['schema'] }
const schemasOf = <K extends SettingName>(names: SettingName[]) =>
  Object.fromEntries(names.map((name) => [name, settingsTable[name].schema])) as unknown as Schemas<K>

/** The public fields of an organisation. */
export const publicSettings = schemasOf<ReadBy<'page'>>(readBy('page'))
/** The settings that OrgChanged carries. */
export const factSettings = readBy('services') as ReadBy<'services'>[]

/** The settings of an organisation, as an administrator changes them; its name and language are columns of their own. */
export const OrgRules = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  locale: Locale,
  ...schemasOf<Exclude<SettingName, Fixed>>(settingNames.filter((name) => !settingsTable[name].fixed)),
})
export type OrgRules = Static<typeof OrgRules>
/** `association_code`: with it people add the organisation to their account. */
export const OrgSettings = Type.Interface([OrgRules], { version: Type.Integer(), association_code: nullable(Type.String()) })
export type OrgSettings = Static<typeof OrgSettings>
