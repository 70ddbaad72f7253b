// The key of facts about a person: `person:<id>`. PersonErased ends what other services store under it.
const prefix = 'person:'

export const personKey = (id: string): string => prefix + id
export const personOfKey = (key: string): string => key.slice(prefix.length)
