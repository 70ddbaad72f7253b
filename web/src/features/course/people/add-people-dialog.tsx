// Dialog that adds people of the organisation to a course: found by a search, or named by a pasted list.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import type { FoundPerson } from '../../../parts/base/people/people-picker.tsx'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { Tabs, useTabs } from '../../../ui/menus/tabs.tsx'
import { AddByList, type Checked } from './add-by-list.tsx'
import { AddBySearch } from './add-by-search.tsx'
import { memberRoles, membersChanged, remove, type Role, showDone } from './member-changes.ts'
import type { Course } from '../frame/queries.ts'

export default function AddPeopleDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('members')
  const tp = useTexts('course-page')
  const me = useMe()
  const wired = useTabs()
  // the search is one's own organisation's, for who may teach there; the course knows the people of its own
  const searches = me.mayTeach && me.org?.id === course.org_id
  const [way, setWay] = useState<'search' | 'list'>(searches ? 'search' : 'list')
  const [role, setRole] = useState<Role>('student')
  const [found, setFound] = useState<readonly FoundPerson[]>([])
  const [checked, setChecked] = useState<Checked>()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const people =
    way === 'search'
      ? found.map(({ id }) => id)
      : (checked?.flatMap(({ state, person }) => (state === 'found' && person ? [person.id] : [])) ?? [])
  const add = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const { joined } = await call('POST /api/courses/:id/enrollments', {
        params: { id: course.id },
        body: { person_ids: people, role },
      })
      onClose()
      showDone(t('added', { count: joined.length }), joined.length > 0 ? () => remove({ enrollment_ids: joined }) : undefined)
      await membersChanged()
    } catch (failure) {
      setFault(Object.values(fieldTexts(failure))[0] || problemText(failure))
      setBusy(false)
    }
  }
  const off = people.length > 0 ? undefined : way === 'search' ? t('choosePeople') : checked ? t('nobodyToAdd') : t('noEntries')
  return (
    <Dialog
      open
      top
      onClose={onClose}
      title={t('add')}
      description={t('addText')}
      width={720}
      changed={found.length > 0 || text !== ''}
      footer={
        <>
          {fault && (
            <p role="alert" className="flex-1 text-small text-bad-text">
              {fault}
            </p>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          {(way === 'search' || checked) && (
            <Button variant="primary" busy={busy} off={off} action="course.enrol" onClick={() => void add()}>
              {t('addCount', { count: people.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3 pb-2">
        {searches && (
          <Tabs
            label={t('way')}
            value={way}
            onChange={setWay}
            wired={wired}
            tabs={[
              { value: 'search', label: t('bySearch') },
              { value: 'list', label: t('byList') },
            ]}
          />
        )}
        <div {...(searches && wired.panelProps(way))} className="space-y-3">
          <Select
            label={t('addAs')}
            className="w-[220px] max-tablet:w-full"
            value={role}
            onChange={setRole}
            options={memberRoles
              .filter((one) => one === 'student' || course.can.appoint)
              .map((one) => ({ value: one, label: tp(`role.${one}`) }))}
          />
          {way === 'search' ? (
            <AddBySearch course={course} found={found} onChange={setFound} />
          ) : (
            <AddByList course={course} text={text} onText={setText} checked={checked} onChecked={setChecked} />
          )}
        </div>
      </div>
    </Dialog>
  )
}
