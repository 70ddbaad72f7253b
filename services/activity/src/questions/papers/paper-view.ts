// A paper as who answers it sees it: in the order of an attempt, without keys.
import type { Static } from 'typebox'
import { questionTypeOf } from '../question-types.ts'
import type { PaperItem, PaperSection, PaperView } from './api.ts'
import type { KeptPaper, KeptVersion } from './kept-papers.ts'
import { arrange, orderOf, type Shuffling, type Slot } from './rules.ts'

/** The columns of an attempt that decide how its paper looks. */
export type Arranged = { seed: string; shuffling: Shuffling }

export type TakingSettings = PaperView['settings']

export const slotsOf = (paper: KeptPaper, { seed, shuffling }: Arranged): Slot[] => arrange(paper.frozen, seed, shuffling)

/** By slot. */
export function itemsOf(paper: KeptPaper, arranged: Arranged, slots = slotsOf(paper, arranged)): PaperItem[] {
  return slots.flatMap(({ version, points, stimulus }, slot) => {
    const kept = paper.versions.get(version)
    if (!kept) return []
    return [
      {
        slot,
        version_id: version,
        type: kept.type,
        stem: kept.stem,
        content: arranged.shuffling.options
          ? (questionTypeOf(kept.type).shuffled(kept.content as never, orderOf(arranged.seed, version)) as KeptVersion['content'])
          : kept.content,
        points,
        stimulus_slot: stimulus,
      },
    ]
  })
}

export function toPaperView(paper: KeptPaper, arranged: Arranged, settings: TakingSettings): PaperView {
  const slots = slotsOf(paper, arranged)
  const items = itemsOf(paper, arranged, slots)
  const inSection = Map.groupBy(items, ({ slot }) => slots[slot]!.section)
  return {
    sections: paper.sections.map(
      ({ id, title, text, at, back_to, must }, nth): Static<typeof PaperSection> => ({
        id,
        title,
        text,
        at: at ?? null,
        back_to: back_to ?? null,
        must: must ?? false,
        items: inSection.get(nth) ?? [],
      }),
    ),
    settings,
    upload_ids: uploadsOf(paper, slots),
  }
}

/** The files that an attempt shows and plays. */
export const uploadsOf = (paper: KeptPaper, slots: readonly Slot[]): string[] => [
  ...new Set([...paper.uploadIds, ...slots.flatMap(({ version }) => paper.versions.get(version)?.uploadIds ?? [])]),
]

export const takingSettings = (settings: Record<string, unknown>): TakingSettings => ({
  one_at_a_time: settings.one_at_a_time === true,
  no_way_back: settings.no_way_back === true,
  play_limit: typeof settings.play_limit === 'number' ? settings.play_limit : null,
  no_seeking: settings.no_seeking === true,
})
