// Fictitious persons for the gallery, always the same.
const firstNames = ['Aiko', 'Arthit', 'Budi', 'Chen', 'Daniel', 'Dewi', 'Elena', 'Emil', 'Farah', 'Hanna', 'Ibrahim', 'Joao']
const lastNames = ['Mori', 'Suwan', 'Santoso', 'Jiayi', 'Okafor', 'Lestari', 'Petrova', 'Novak', 'Aziz', 'Lindqvist', 'Diallo']
const departments = ['Marine Science', 'Statistics', 'Computing', 'Mathematics']

export type Person = { id: string; name: string; no: number; role: string; department: string; score: number }
export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i + 1),
    name: `${firstNames[i % firstNames.length]} ${lastNames[(i * 7) % lastNames.length]} ${i + 1}`,
    no: 261_000 + i * 37,
    role: i % 7 === 3 ? 'Instructor' : 'Student',
    department: departments[(i * 5) % departments.length] ?? '',
    score: Math.round((40 + ((i * 37) % 60)) * 10) / 10,
  }))
