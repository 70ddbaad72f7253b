// Hook of a recording's captions: their languages, the cues of the chosen one, their visibility over the picture.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLocale } from '../i18n.ts'
import { type Cue, preferredLanguage, readVtt } from './captions.ts'
import { keepPreference, playerPreferences } from './preferences.ts'

/** Between tries after a failed one. */
const again = 15_000

export type CaptionFile = { language: string; url: string }

/** The name of a language in the page's language: "Chinese (China)", 中文（中国）. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

export type Captions = ReturnType<typeof useCaptions>

/** `id` is the recording's upload. Language and visibility are kept for the person. */
export function useCaptions(id: string, files: readonly CaptionFile[]) {
  const [chosen, setChosen] = useState(() => playerPreferences().captions)
  const [visible, setVisible] = useState(() => playerPreferences().captionsShown)
  const language = preferredLanguage(
    files.map((caption) => caption.language),
    chosen,
    currentLocale(),
  )
  const file = files.find((caption) => caption.language === language)
  const {
    data: cues,
    error,
    errorUpdatedAt,
    refetch,
  } = useQuery<Cue[]>({
    queryKey: ['captions', id, language],
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    // a server that was busy comes back, and the reader has pressed nothing
    refetchInterval: ({ state }) => (state.status === 'error' ? again : false),
    queryFn: async ({ signal }) => {
      const answer = await fetch(file!.url, { signal })
      if (!answer.ok) throw new Error(`captions ${answer.status}`)
      return readVtt(await answer.text())
    },
  })
  return {
    languages: files.map((caption) => caption.language),
    language,
    cues: cues ?? [],
    loaded: cues !== undefined,
    failed: error !== null && cues === undefined,
    failedAt: errorUpdatedAt,
    reload: () => void refetch(),
    visible: visible && file !== undefined,
    setVisible: (next: boolean) => {
      setVisible(next)
      keepPreference({ captionsShown: next })
    },
    choose: (language: string) => {
      setChosen(language)
      keepPreference({ captions: language })
    },
  }
}
