// Wrapper of exhibits that belong to a feature: renders them once the texts of the feature are loaded.
import { type ReactNode, useEffect, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { texts } from '../i18n.ts'

export function WithTexts({ features, children }: { features: readonly (keyof Texts)[]; children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void texts(...features).then(() => setReady(true))
  }, [features])
  return ready ? children : null
}
