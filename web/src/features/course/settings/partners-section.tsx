// Partners of the course beside its school: written as a whole, against the version that it began from.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { property } from '../../../parts/base/drafts/version-fields.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Section } from '../../../parts/base/page/section.tsx'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { AddButton } from '../../../ui/fields/add-button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'
import { SectionForm, useSectionForm } from './section-form.tsx'

type Info = Answer<'GET /api/courses/:id/associated-partner-info'>
type Partner = Info['partners'][number]
type Value = { partners: readonly Partner[] }

const partnersQuery = (id: string) => query('GET /api/courses/:id/associated-partner-info', { params: { id } })
const most = 20
const empty: Partner = { name: '', role: '', contact: '', url: '' }

export default function PartnersSection({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const { data, error, errorUpdatedAt, refetch } = useQuery(partnersQuery(course.id))
  return (
    <Section title={t('partners')} help={t('partnersHelp')}>
      {data ? (
        <PartnersForm course={course} info={data} />
      ) : error ? (
        <ReadFailed title={t('partnersFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Section>
  )
}

function PartnersForm({ course, info }: { course: Course; info: Info }) {
  const t = useTexts('course-settings')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const form = useSectionForm<Value>({
    course,
    section: 'partners',
    title: t('partners'),
    latest: { version: info.version, value: { partners: info.partners } },
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...partnersQuery(course.id), staleTime: 0 })
      return { version: newest.version, value: { partners: newest.partners } }
    },
    fields: useMemo(
      () => [
        property<Value, 'partners'>('partners', t('partners'), {
          show: (partners) => partners.map((one) => Object.values(one).filter(Boolean).join(', ')).join(' · '),
        }),
      ],
      [t],
    ),
    write: async (sent, version) => {
      const body = { partners: [...sent.partners], version }
      const answer = await call('PUT /api/courses/:id/associated-partner-info', { params: { id: course.id }, body })
      queryClient.setQueryData(partnersQuery(course.id).queryKey, answer)
      return { version: answer.version, value: { partners: answer.partners } }
    },
    onSaved: () => void invalidate('GET /api/courses/:id'),
    onRefused: (error) => {
      const fields = fieldTexts(error)
      setFaults(fields)
      if (Object.keys(fields).length > 0) focusFirstFault()
      else toast({ text: problemText(error), error: true })
    },
  })
  const { draft } = form
  const { partners } = draft.value
  const change = (next: readonly Partner[]) => {
    draft.change({ partners: next })
    setFaults({})
  }
  const field = (at: number, name: keyof Partner) => ({
    value: partners[at]?.[name] ?? '',
    error: faults[`partners.${at}.${name}`],
    onChange: (text: string) => change(partners.map((one, n) => (n === at ? { ...one, [name]: text } : one))),
  })
  return (
    <SectionForm
      form={form}
      aside={
        <AddButton off={partners.length >= most ? t('partnersFull') : undefined} onAdd={() => change([...partners, empty])}>
          {t('addPartner')}
        </AddButton>
      }
    >
      {partners.length === 0 && <p className="text-text-3">{t('noPartners')}</p>}
      {partners.map((partner, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a partner has no id, and rows do not move
        <fieldset key={at} className="space-y-3">
          <legend className="screen-reader">{t('partnerNth', { n: at + 1 })}</legend>
          <div className="flex items-start gap-2">
            <TextField {...field(at, 'name')} label={t('partnerName')} maxLength={200} required className="flex-1" />
            <IconButton
              label={t('removePartner', { name: partner.name || String(at + 1) })}
              icon={Trash2}
              onClick={() => change(partners.filter((_, n) => n !== at))}
            />
          </div>
          <div className="grid gap-3 tablet:grid-cols-3">
            <TextField {...field(at, 'role')} label={t('partnerRole')} maxLength={200} />
            <TextField {...field(at, 'contact')} label={t('partnerContact')} maxLength={200} />
            <TextField {...field(at, 'url')} label={t('partnerUrl')} type="url" maxLength={2000} autoCapitalize="none" spellCheck={false} />
          </div>
        </fieldset>
      ))}
    </SectionForm>
  )
}
