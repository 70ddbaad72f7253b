// Says once that watching has completed an activity, and reads the course's content again.
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Activity } from '../course/content.ts'

export function useCompleted({ title }: Pick<Activity, 'title'>, completed: boolean): void {
  const t = useTexts('activity')
  const announced = useRef(completed)
  useEffect(() => {
    if (!completed || announced.current) return
    announced.current = true
    toast({ text: t('completedNow', { title }) })
    void invalidate('GET /api/courses/:id/content')
  }, [completed])
}
