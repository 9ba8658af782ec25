import { questionIn, questionView } from '../question-view.ts';
import { startCard } from '../start.ts';

/** Asks; shows nothing where a call needed no agreement. */
startCard('question', (result, { reader, host }) => {
  const asked = questionIn(result);
  return asked && questionView(asked, reader, host);
});
