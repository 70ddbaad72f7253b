// Team teaching: people of an organisation and department, students left out, teach the course too. The search opens once both are chosen; what is
// missing is said at each.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { type FoundPerson, Matches } from '../../../parts/base/people/people-picker.tsx'
import { query } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { membersChanged, remove, showDone } from './member-changes.ts'
import type { Course } from '../frame/queries.ts'

export function InviteByOrganisation({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('members')
  const [org, setOrg] = useState<Option>()
  const [department, setDepartment] = useState<Option>()
  const [keywords, setKeywords] = useState('')
  const [people, setPeople] = useState<readonly FoundPerson[]>([])
  const [tried, setTried] = useState(false)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data: orgs, error } = useQuery(query('GET /api/toggle-opened-orgs', { query: { toggle: 'org_team_teaching' } }))
  const { data: departments } = useQuery({
    ...query('GET /api/orgs/:id/departments', { params: { id: org?.value ?? '' } }),
    enabled: org !== undefined,
  })
  const mayLook = org !== undefined && department !== undefined
  const { data: found, isFetching } = useQuery({
    ...query('GET /api/user/search', {
      query: {
        exclude_student_role: true,
        org_id: org?.value ?? '',
        department_id: department?.value ?? '',
        page_size: 20,
        ...(keywords && { keywords }),
      },
    }),
    enabled: mayLook,
    placeholderData: keepPreviousData,
  })
  const missing = (is: boolean, text: string) => (tried && is ? text : undefined)
  const nobody = missing(people.length === 0, t('userMissing'))
  const ask = async () => {
    setTried(true)
    if (!mayLook || people.length === 0) return focusFirstFault()
    setBusy(true)
    setFault(undefined)
    try {
      const { joined } = await call('POST /api/courses/:id/team-teaching', {
        params: { id: course.id },
        body: { user_ids: people.map(({ id }) => id) },
      })
      onClose()
      showDone(t('added', { count: joined.length }), joined.length > 0 ? () => remove({ enrollment_ids: joined }) : undefined)
      await membersChanged()
    } catch (failure) {
      setFault(Object.values(fieldTexts(failure))[0] || problemText(failure))
      setBusy(false)
    }
  }
  const options = (list: readonly { id: string; name: string }[] | undefined) =>
    list?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <div className="space-y-3 pb-5">
      <p className="text-small text-text-2">{t('teamText')}</p>
      {(fault || (error && !orgs)) && (
        <Banner tone="bad" urgent>
          {fault ?? problemText(error)}
        </Banner>
      )}
      <div className="grid gap-3 tablet:grid-cols-2">
        <Combobox
          label={t('organisation')}
          options={options(orgs?.orgs)}
          value={org}
          error={missing(!org, t('organisationMissing'))}
          onChange={(next) => {
            setOrg(next)
            setDepartment(undefined)
            setPeople([])
          }}
        />
        <Combobox
          label={t('department')}
          options={options(departments?.departments)}
          readOnly={!org}
          value={department}
          error={missing(!department, t('departmentMissing'))}
          onChange={(next) => {
            setDepartment(next)
            setPeople([])
          }}
        />
      </div>
      <SearchInput
        label={t('findPeople')}
        value={keywords}
        busy={isFetching}
        off={mayLook ? undefined : t('searchLater')}
        onSearch={setKeywords}
        className="w-full"
      />
      {nobody && (
        <p role="alert" className="text-small text-bad-text">
          {nobody}
        </p>
      )}
      <Matches people={mayLook ? found?.users : undefined} chosen={people} onChange={setPeople} none={t('noneFound')} />
      <div data-buttons className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" busy={busy} action="course.invite" onClick={() => void ask()}>
          {t('teachTogether')}
        </Button>
      </div>
    </div>
  )
}
