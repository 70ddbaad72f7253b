// Groups for everybody.
import { useTexts } from '../../../i18n.ts'
import type { ShownProps } from '../tools.ts'
import { GroupList } from './list.tsx'

export default function ShownGroups({ session, hall }: ShownProps) {
  const t = useTexts('inclass')
  return (
    <section aria-labelledby="class-groups">
      <h2 id="class-groups" className="mb-3 text-section font-semibold">
        {t('tool.groups')}
      </h2>
      {session.groups ? (
        <GroupList groups={session.groups} large={hall} />
      ) : (
        <p className="py-12 text-center text-text-2">{t('noGroups')}</p>
      )}
    </section>
  )
}
