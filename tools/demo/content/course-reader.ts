// The chapter of the course reader of Marine Biology II.
import type { Paper } from '../documents.ts'

export const reader: Paper = {
  file: 'course-reader-chapter-4.pdf',
  title: 'Salt, cold and the weight of water',
  author: 'Dr. Elena Petrova',
  course: 'Marine Biology II, course reader, chapter 4',
  sections: [
    {
      heading: '4.1  What makes water heavy',
      text: [
        'A cubic metre of fresh water at room temperature weighs 998 kilograms. The same cubic metre from the North Atlantic in winter weighs 1,028. The difference of thirty kilograms is what drives the slowest and largest current on Earth.',
        'Two things change the density of sea water: how cold it is and how much salt it holds. Cooling packs the molecules more tightly. Salt adds mass without adding much room. Pressure matters too, but it is the same for all water at the same depth, so it does not decide what sinks below what.',
        'Fresh water is heaviest at four degrees and becomes lighter again before it freezes. Sea water is not like that: with more than 25 grams of salt per kilogram it becomes heavier all the way down to its freezing point, at about minus two degrees.',
      ],
    },
    {
      heading: '4.2  Where it sinks',
      text: [
        'Only in a few places is surface water heavy enough to fall to the bottom: in the Greenland and Labrador seas and along the coast of Antarctica. There the wind is cold, and when sea ice forms it leaves its salt behind in the water below.',
        'What sinks must be replaced. Warm water comes from the south, gives its heat to the air over Europe, cools, and sinks in its turn. The whole round takes about a thousand years.',
        'For life in the deep this is the only fresh air there is. Water that sinks is rich in oxygen; where it does not reach, there is little to breathe.',
      ],
    },
    {
      heading: '4.3  Measuring it',
      text: [
        'An instrument called a CTD is lowered from the ship. It measures conductivity, temperature and depth twenty-four times a second. Salinity follows from the first two, density from all three.',
        'The curve below is from our own cruise in March: density against depth, from the surface on the left to 3,800 metres on the right. The steep part is the pycnocline. Above it the wind mixes everything; below it very little changes.',
      ],
    },

    {
      heading: '4.4  A current without wind',
      text: [
        'The wind moves the upper two hundred metres. What moves the rest is weight: the difference between the water that sinks in the north and the water that rises, slowly and everywhere, in the rest of the world.',
        'It is slow. A bottle on the floor of the Atlantic would need eight hundred years to the Pacific. But it is wide, and so it carries fifteen times as much water as all rivers together.',
      ],
    },
    {
      heading: '4.5  When it falters',
      text: [
        'Fresh water from melting ice is light. Where much of it lies on the sea, the water below cannot cool enough, and less of it sinks. Twelve thousand years ago a lake that broke through the ice made Europe cold again within a lifetime.',
        'Instruments at 26 degrees north have measured the current since 2004. It varies by a factor of eight between one year and the next, so it takes patience to say whether it grows weaker.',
      ],
    },
    {
      heading: 'Questions',
      text: [
        '1.  Why does fresh water freeze from above and not from below? What would a lake be like if it were otherwise?',
        '2.  A parcel of water cools from 8 to 2 degrees and loses no salt. How much heavier is a cubic metre of it?',
        '3.  Name two places where deep water is formed today, and one where it was formed in the last ice age.',
        '4.  Oxygen is high at the surface, low at 900 metres and higher again at 3,800. Say why.',
      ],
    },
  ],
  curve: {
    x: 'depth',
    y: 'density',
    points: [
      [0, 0.08],
      [0.05, 0.09],
      [0.09, 0.14],
      [0.13, 0.36],
      [0.17, 0.58],
      [0.22, 0.7],
      [0.3, 0.78],
      [0.45, 0.85],
      [0.65, 0.9],
      [0.85, 0.93],
      [1, 0.95],
    ],
  },
}
