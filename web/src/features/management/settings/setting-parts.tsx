// The parts of the organisation's settings: name and look, access, features, files, sign-in, records.
import { useId } from 'react'
import { type Locale, localeNames, locales, useTexts } from '../../../i18n.ts'
import { ZoneField } from '../../../parts/base/page/zone-field.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import type { Form } from '../../../ui/fields/form.tsx'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SettingsForm } from './settings-form.tsx'

const pair = 'grid gap-4 tablet:grid-cols-2'
const toggles = ['timetables', 'cloud_classrooms', 'org_team_teaching', 'third_party_video'] as const
const fileTypes = ['video', 'audio', 'document', 'image', 'other'] as const
const mebibyte = 2 ** 20
/** Of at most a pebibyte; empty: that of the system. */
const isSize = (typed: string) => typed === '' || (/^\d+(\.\d+)?$/.test(typed) && Number(typed) <= 2 ** 30)

export function LookSettings() {
  const t = useTexts('organisation')
  return (
    <SettingsForm
      title={t('look')}
      start={({ name, locale, time_zone, accent: { hue, vividness } }) => ({ name, locale, time_zone, hue, vividness })}
      check={({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') })}
      changes={({ name, locale, time_zone, hue, vividness }) => ({
        name: name.trim(),
        locale,
        time_zone,
        accent: { hue, vividness },
      })}
    >
      {(form) => {
        const zone = form.field('time_zone')
        const locale = form.field('locale')
        return (
          <>
            <TextField {...form.field('name')} label={t('name')} maxLength={200} required />
            <Select<Locale>
              label={t('language')}
              help={t('languageHelp')}
              className="max-w-[320px]"
              value={locale.value}
              onChange={locale.onChange}
              options={locales.map((value) => ({ value, label: localeNames[value], lang: value }))}
            />
            <ZoneField
              label={t('zone')}
              help={t('zoneHelp')}
              none={t('zoneOfLanguage')}
              value={zone.value || null}
              error={zone.error}
              onChange={(value) => zone.onChange(value ?? '')}
            />
            <fieldset>
              <legend className="mb-1 text-body font-medium">{t('accent')}</legend>
              <div className="flex flex-wrap items-center gap-4">
                <span
                  aria-hidden
                  className="size-10 rounded-control border border-line forced-color-adjust-none"
                  style={{ background: `oklch(.5 ${0.04 + (0.11 * form.values.vividness) / 100} ${form.values.hue})` }}
                />
                <Range label={t('hue')} most={359} {...form.field('hue')} />
                <Range label={t('vividness')} most={100} {...form.field('vividness')} />
              </div>
              <p className="mt-1 text-caption text-text-3">{t('accentHelp')}</p>
            </fieldset>
          </>
        )
      }}
    </SettingsForm>
  )
}

function Range({ label, value, onChange, most }: { label: string; value: number; onChange: (value: number) => void; most: number }) {
  const id = useId()
  return (
    <span className="min-w-[min(200px,100%)] flex-1">
      <label htmlFor={id} className="block text-small text-text-2">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={most}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 w-full accent-(--accent)"
      />
    </span>
  )
}

/** A switch of the form by the name of its field. */
function FormSwitch<V extends Record<string, unknown>>({
  form,
  name,
  label,
  help,
}: {
  form: Form<V>
  name: keyof V & string
  label: string
  help?: string
}) {
  const { value, onChange, error } = form.field(name as never) as unknown as {
    value: boolean
    onChange: (on: boolean) => void
    error?: string
  }
  // a line of its own
  return (
    <div>
      <Switch label={label} {...(help !== undefined && { help })} checked={value} onChange={onChange} error={error} />
    </div>
  )
}

export function AccessSettings() {
  const t = useTexts('organisation')
  return (
    <SettingsForm
      title={t('access')}
      start={({ guest_preview, publish_required, invite_students }) => ({ guest_preview, publish_required, invite_students })}
    >
      {(form) => (
        <>
          <FormSwitch form={form} name="guest_preview" label={t('guestPreview')} help={t('guestPreviewHelp')} />
          <FormSwitch form={form} name="publish_required" label={t('publishRequired')} help={t('publishRequiredHelp')} />
          <FormSwitch form={form} name="invite_students" label={t('inviteStudents')} help={t('inviteStudentsHelp')} />
        </>
      )}
    </SettingsForm>
  )
}

export function FeatureSettings() {
  const t = useTexts('organisation')
  return (
    <SettingsForm
      title={t('features')}
      start={(settings) =>
        Object.fromEntries(toggles.map((toggle) => [toggle, settings.toggles.includes(toggle)])) as Record<
          (typeof toggles)[number],
          boolean
        >
      }
      changes={(values) => ({ toggles: toggles.filter((toggle) => values[toggle]) })}
    >
      {(form) =>
        toggles.map((toggle) => (
          <FormSwitch key={toggle} form={form} name={toggle} label={t(`toggle.${toggle}`)} help={t(`toggleHelp.${toggle}`)} />
        ))
      }
    </SettingsForm>
  )
}

export function UploadSettings() {
  const t = useTexts('organisation')
  type Limits = Record<(typeof fileTypes)[number], string>
  return (
    <SettingsForm<{ levels: number | null; files: number | null; review_sharing: boolean } & Limits>
      title={t('files')}
      start={({ maxLevelInUploadFolder, maxFileCountInUploadFolder, uploadLimits, review_sharing }) => ({
        review_sharing,
        levels: maxLevelInUploadFolder,
        files: maxFileCountInUploadFolder,
        ...(Object.fromEntries(
          fileTypes.map((type) => [type, uploadLimits[type] ? String(Math.round((uploadLimits[type] / mebibyte) * 100) / 100) : '']),
        ) as Limits),
      })}
      check={({ levels, files, review_sharing: _, ...limits }) => ({
        ...Object.fromEntries(fileTypes.map((type) => [type, isSize(limits[type]) ? undefined : t('sizeUnreadable')])),
        levels: levels === null || levels < 1 || levels > 20 ? t('between', { min: 1, max: 20 }) : undefined,
        files: files === null || files < 1 || files > 5000 ? t('between', { min: 1, max: 5000 }) : undefined,
      })}
      changes={(values) => ({
        maxLevelInUploadFolder: values.levels ?? 1,
        maxFileCountInUploadFolder: values.files ?? 1,
        review_sharing: values.review_sharing,
        uploadLimits: Object.fromEntries(
          fileTypes.flatMap((type) => (Number(values[type]) > 0 ? [[type, Math.round(Number(values[type]) * mebibyte)]] : [])),
        ),
      })}
    >
      {(form) => (
        <>
          <div className={pair}>
            <NumberField {...form.field('levels')} label={t('levels')} help={t('levelsHelp')} min={1} max={20} />
            <NumberField {...form.field('files')} label={t('fileCount')} help={t('fileCountHelp')} min={1} max={5000} />
          </div>
          <FormSwitch form={form} name="review_sharing" label={t('reviewSharing')} help={t('reviewSharingHelp')} />
          <fieldset>
            <legend className="mb-1 text-body font-medium">{t('limits')}</legend>
            <p className="mb-2 text-caption text-text-3">{t('limitsHelp')}</p>
            <div className="grid gap-4 tablet:grid-cols-3">
              {fileTypes.map((type) => (
                <DecimalField key={type} {...form.field(type)} label={t(`fileType.${type}`)} digits={2} />
              ))}
            </div>
          </fieldset>
        </>
      )}
    </SettingsForm>
  )
}

export function SecuritySettings() {
  const t = useTexts('organisation')
  return (
    <SettingsForm
      title={t('security')}
      start={({ management_auth_code, mobile_required, verify_email, password_expires_days, pre_task_url }) => ({
        management_auth_code,
        mobile_required,
        verify_email,
        password_expires_days: password_expires_days as number | null,
        pre_task_url,
      })}
      changes={({ password_expires_days, ...others }) => ({ ...others, password_expires_days: password_expires_days ?? 0 })}
      check={({ password_expires_days: days }) => ({
        password_expires_days: days === null || days < 0 || days > 3650 ? t('between', { min: 0, max: 3650 }) : undefined,
      })}
    >
      {(form) => (
        <>
          <FormSwitch form={form} name="management_auth_code" label={t('managementCode')} help={t('managementCodeHelp')} />
          <FormSwitch form={form} name="mobile_required" label={t('mobileRequired')} help={t('mobileRequiredHelp')} />
          <FormSwitch form={form} name="verify_email" label={t('verifyEmail')} help={t('verifyEmailHelp')} />
          <NumberField
            {...form.field('password_expires_days')}
            label={t('passwordDays')}
            help={t('passwordDaysHelp')}
            min={0}
            max={3650}
            unit={t('days')}
            className="max-w-[240px]"
          />
          <TextField {...form.field('pre_task_url')} label={t('preTask')} help={t('preTaskHelp')} type="url" maxLength={2000} />
        </>
      )}
    </SettingsForm>
  )
}

export function RecordSettings() {
  const t = useTexts('organisation')
  return (
    <SettingsForm
      title={t('records')}
      start={({ user_action_tracking, audit_days }) => ({ user_action_tracking, audit_days: audit_days as number | null })}
      check={({ audit_days: days }) => ({
        audit_days: days === null || days < 90 || days > 3650 ? t('between', { min: 90, max: 3650 }) : undefined,
      })}
      changes={({ user_action_tracking, audit_days }) => ({ user_action_tracking, audit_days: audit_days ?? 90 })}
    >
      {(form) => (
        <>
          <FormSwitch form={form} name="user_action_tracking" label={t('tracking')} help={t('trackingHelp')} />
          <NumberField
            {...form.field('audit_days')}
            label={t('auditDays')}
            help={t('auditDaysHelp')}
            min={90}
            max={3650}
            unit={t('days')}
            className="max-w-[240px]"
          />
        </>
      )}
    </SettingsForm>
  )
}
