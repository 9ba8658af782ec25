import type { Workflow } from '../contract/features/workflow.ts';
import type { Operation } from '../contract/operations/operation.ts';
import { answerParsed, questionOpened } from './answer-question.ts';
import { audited } from './calls/audit.ts';
import { changeTold } from './calls/changes/told.ts';
import { keptVerified } from './calls/changes/verify-kept.ts';
import { deploymentKnown, drafted, draftedWhole } from './calls/draft-call.ts';
import { logged } from './calls/log-call.ts';
import { nextPageFound } from './calls/pages/next-page.ts';
import { agreedInPlan, rowTold } from './calls/plans/carry-out.ts';
import { changeDrafted } from './calls/plans/draft-change.ts';
import { heldBack, heldBackAsWhole } from './calls/plans/dry-run.ts';
import { changeLookedUp } from './calls/plans/look-up.ts';
import { founded, ran } from './calls/run-workflow.ts';
import { sent, sentWhole } from './calls/send.ts';
import { endedSoon, suggestible, suggestionsRead, suggestionsSanitised } from './content/complete.ts';
import { addressed, contentFenced, contentRead } from './content/read-resource.ts';
import { agreed, agreedAsWhole } from './guards/agree.ts';
import { allowed, askable, classified, classifiedAtWorst } from './guards/allowed.ts';
import {
  withinLimits,
  withinLimitsAsCalled,
  withinLimitsOfReading,
  withinLimitsWhenAsking,
} from './guards/limits/within-limits.ts';
import { aimed, beforeRead } from './guards/target.ts';
import { cardValuesResolved } from './input/card-values.ts';
import { parsed, parsedOfRecords, parsedWithOptions } from './input/parse-call.ts';
import { namesResolved } from './input/resolve-names.ts';
import { outboundChecked, outboundCheckedAsCalled } from './outbound/check-call.ts';
import { fenced, sanitisedAndFitted } from './output/show-answer.ts';
import { doubleFenced, doubleFitted, doubleSanitised } from './output/show-workflow.ts';
import type {
  Answering,
  Call,
  LookedUpCall,
  MetaCall,
  OwnCall,
  PlannedCall,
  PlanningCall,
  Reading,
  Suggesting,
} from './requests.ts';
import { steps } from './steps.ts';
import {
  answeredOrPassedOn,
  metaParsed,
  notRemoved,
  targetFound,
  withinLimitsItself,
} from './tools/call-meta-tool.ts';

/**
 * The order in which everything is done that somebody asks for: a list for each kind of request. A step is a function of
 * the room that it is imported from; it takes of the request what it needs, and adds what it found out, so that a list in
 * an order that cannot be does not compile. `dispatch.ts` begins the lists, `handle.ts` is around them.
 */

/** An operation that an assistant calls, or a person at a shell. */
export const operationSteps = steps<Call<Operation>>()
  // First, since what is switched off needs no right arguments.
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  // Nobody is asked about what would be refused.
  .step('outbound content checked', outboundChecked)
  // What the arguments say is enough to refuse, before anything is read.
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('askable', askable)
  // Who is reached and what is lost may depend on the record.
  .step('aimed at the record', aimed)
  .step('allowed', allowed)
  .step('askable', askable)
  .step('within limits as classified', withinLimitsAsCalled)
  .step('names on the card resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  // The record has been read by now.
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('held back in a dry run', heldBack)
  .step('agreed', agreed)
  .step('audited', audited)
  // Of what is stopped above nothing is read for its answer.
  .step('what was there read', beforeRead)
  .step('sent and read', sentWhole)
  .step('held against the record', keptVerified)
  .step('told in words', changeTold)
  .step('sanitised and fitted', sanitisedAndFitted)
  .step('next page found', nextPageFound)
  .step('fenced', fenced)
  .step('logged', logged);

/** A workflow: what it does takes the steps of its own operations. */
export const workflowSteps = steps<Call<Workflow>>()
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsed)
  .step('askable', askable)
  .step('founded', founded)
  .step('held back in a dry run', heldBackAsWhole)
  .step('agreed', agreedAsWhole)
  .step('run', ran)
  .step('sanitised', doubleSanitised)
  .step('fitted', doubleFitted)
  .step('fenced', doubleFenced)
  .step('logged', logged);

/** An operation within a request: of a workflow, a resource, a suggestion, a name that is looked up, a question. */
export const ownOperationSteps = steps<OwnCall>()
  .step('allowed', allowed)
  .step('parsed', parsedOfRecords)
  .step('outbound content checked', outboundChecked)
  // Nobody reads here what a call would lose.
  .step('classified at worst', classifiedAtWorst)
  .step('allowed', allowed)
  .step('deployment known', deploymentKnown)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('drafted', drafted)
  .step('audited', audited)
  .step('sent and read', sent);

/** A change that is planned: the steps of its call up to the agreement. Nothing counts for limits but the plan itself. */
export const planningSteps = steps<PlanningCall>()
  .step('allowed', allowed)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  .step('outbound content checked', outboundChecked)
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('aimed at the record', aimed)
  .step('allowed', allowed)
  .step('names on the card resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('planned', changeDrafted);

/** A planned change that is carried out: the same steps once more, then those behind the agreement. */
export const plannedSteps = steps<PlannedCall>()
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  .step('outbound content checked', outboundChecked)
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('aimed at the record', aimed)
  .step('allowed', allowed)
  .step('within limits as classified', withinLimitsAsCalled)
  .step('names on the card resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('agreed as planned', agreedInPlan)
  .step('audited', audited)
  .step('what was there read', beforeRead)
  .step('sent and read', sentWhole)
  .step('held against the record', keptVerified)
  .step('told', rowTold)
  .step('logged', logged);

/** A planned change of which no answer is known. */
export const lookingSteps = steps<LookedUpCall>()
  .step('parsed', parsedWithOptions)
  .step('deployment known', deploymentKnown)
  .step('drafted', drafted)
  .step('looked up', changeLookedUp);

/** A meta tool: what it calls takes all the steps of its own. */
export const metaSteps = steps<MetaCall>()
  .step('allowed', notRemoved)
  .step('parsed', metaParsed)
  .step('names resolved', targetFound)
  .step('within limits', withinLimitsItself)
  .step('answered or passed on', answeredOrPassedOn);

/** The answer to a question in a card: the call that it was about takes all the steps of its own once more. */
export const answerSteps = steps<Answering>()
  .step('parsed', answerParsed)
  .step('question opened once', questionOpened);

/** A resource. */
export const resourceSteps = steps<Reading>()
  .step('within limits', withinLimitsOfReading)
  .step('address resolved', addressed)
  .step('read', contentRead)
  .step('sanitised and fenced', contentFenced)
  .step('logged', logged);

/** Suggestions for what somebody types. */
export const completionSteps = steps<Suggesting>()
  .step('address resolved', suggestible)
  .step('within time', endedSoon)
  .step('within limits', withinLimitsWhenAsking)
  .step('read', suggestionsRead)
  .step('sanitised', suggestionsSanitised);

/** All lists, for the documents. */
export const requestSteps = {
  'operation that is called': operationSteps,
  'operation within a request': ownOperationSteps,
  'change that is planned': planningSteps,
  'planned change that is carried out': plannedSteps,
  'planned change without a known answer': lookingSteps,
  workflow: workflowSteps,
  'meta tool': metaSteps,
  'answer in a card': answerSteps,
  resource: resourceSteps,
  completion: completionSteps,
};
