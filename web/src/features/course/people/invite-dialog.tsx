// Popup "invite users", in two ways: people of the organisation are asked by e-mail and notification, or teachers of any open organisation
// teach the course too.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Tabs, useTabs } from '../../../ui/menus/tabs.tsx'
import { InviteByEmail } from './invite-by-email.tsx'
import { InviteByOrganisation } from './invite-by-organisation.tsx'
import type { Course } from '../frame/queries.ts'

type Way = 'email' | 'organisation'

export default function InviteDialog({ course, way: first = 'email', onClose }: { course: Course; way?: Way; onClose: () => void }) {
  const t = useTexts('members')
  const me = useMe()
  const wired = useTabs()
  const [way, setWay] = useState<Way>(first)
  // who may not appoint instructors, or search for people, has the one way
  const both = course.can.appoint && me.mayTeach
  return (
    <Dialog open top onClose={onClose} title={t('invite')} description={t('inviteText')} width={720}>
      {both && (
        <Tabs
          label={t('inviteWay')}
          value={way}
          onChange={setWay}
          wired={wired}
          className="mb-3"
          tabs={[
            { value: 'email', label: t('byEmail') },
            { value: 'organisation', label: t('byOrganisation') },
          ]}
        />
      )}
      <div {...(both && wired.panelProps(way))}>
        {both && way === 'organisation' ? (
          <InviteByOrganisation course={course} onClose={onClose} />
        ) : (
          <InviteByEmail course={course} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}
