/** What is asked of each delivery tag wherever its exactness is measured: ratios, percent, dB. */
export const TEMPOS = [0.7, 0.8, 0.9, 1.3, 1.6, 1.9, 2.3]
export const PITCHES = [-45, -30, -15, 15, 30, 50, 100]
export const LOUDNESSES = [-15, -10, -5, 5, 9]
