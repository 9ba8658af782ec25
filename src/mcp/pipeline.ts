import type { Workflow } from '../contract/features/workflow.ts';
import type { Operation } from '../contract/operations/operation.ts';
import { answerParsed, questionOpened } from './answer-question.ts';
import { audited } from './calls/audit.ts';
import { changeTold } from './calls/changes/told/told.ts';
import { keptVerified } from './calls/changes/verify-kept.ts';
import { recordDescribed } from './calls/describe-record.ts';
import { deploymentKnown, drafted, draftedWhole } from './calls/draft-call.ts';
import { logged } from './calls/log-call.ts';
import { nextPageFound } from './calls/pages/next-page.ts';
import { agreedInPlan, rowTold } from './calls/plans/carry-out.ts';
import { changeDrafted } from './calls/plans/draft-change.ts';
import { heldBack, heldBackAsWhole } from './calls/plans/dry-run.ts';
import { changeLookedUp } from './calls/plans/look-up.ts';
import { basisRead, ran } from './calls/run-workflow.ts';
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
import { argumentsMoved } from './input/moved-arguments.ts';
import { nameOrderChecked } from './input/names/name-order.ts';
import { namesResolved } from './input/names/resolve-names.ts';
import { parsed, parsedOfRecords, parsedWithOptions } from './input/parse-call.ts';
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
 * One ordered list of steps per kind of request. A step reads properties of the request and adds its results to them. A
 * list does not compile if a step comes before the one that adds the properties which it needs. `dispatch.ts` runs the
 * lists, and `handle.ts` wraps them.
 */

/** Steps of an operation that an assistant calls, or a person at a terminal. */
export const operationSteps = steps<Call<Operation>>()
  // This step comes first, because a call to a disabled operation is refused regardless of its arguments.
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  // Check before the confirmation, so that no person is asked about a call that is then refused.
  .step('outbound content checked', outboundChecked)
  // First decide by the arguments alone, so that a refused call reads no record.
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('confirmation possible', askable)
  // Then read the record if it determines which people the call reaches or which data it removes, and decide again.
  .step('target determined', aimed)
  .step('allowed', allowed)
  .step('confirmation possible', askable)
  .step('within limits of its class', withinLimitsAsCalled)
  .step('arguments moved', argumentsMoved)
  .step('order of names checked', nameOrderChecked)
  .step('names in card values resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  // This check needs the record, which has been read by now.
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('stopped by dry run', heldBack)
  .step('confirmed', agreed)
  .step('audited', audited)
  // Read the previous values only at this point, because a call that an earlier step stopped does not need them.
  .step('previous values read', beforeRead)
  .step('sent and read', sentWhole)
  .step('compared with the record', keptVerified)
  .step('change described', changeTold)
  .step('references named', recordDescribed)
  .step('sanitised and fitted', sanitisedAndFitted)
  .step('next page found', nextPageFound)
  .step('fenced', fenced)
  .step('logged', logged);

/** Steps of a workflow. Every operation that it calls runs its own steps. */
export const workflowSteps = steps<Call<Workflow>>()
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsed)
  .step('confirmation possible', askable)
  .step('basis of the confirmation read', basisRead)
  .step('stopped by dry run', heldBackAsWhole)
  .step('confirmed', agreedAsWhole)
  .step('run', ran)
  .step('sanitised', doubleSanitised)
  .step('fitted', doubleFitted)
  .step('fenced', doubleFenced)
  .step('logged', logged);

/** Steps of an operation that casebridge calls itself, for example for a workflow. */
export const ownOperationSteps = steps<OwnCall>()
  .step('allowed', allowed)
  .step('parsed', parsedOfRecords)
  .step('outbound content checked', outboundChecked)
  // The lost data is not determined here, so a call that may remove data counts as one that does.
  .step('classified by the worst case', classifiedAtWorst)
  .step('allowed', allowed)
  .step('deployment known', deploymentKnown)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('drafted', drafted)
  .step('audited', audited)
  .step('sent and read', sent);

/**
 * Steps of a change that is planned: the steps of its call up to the confirmation. Only the call that makes the plan
 * counts towards the limits, not its changes.
 */
export const planningSteps = steps<PlanningCall>()
  .step('allowed', allowed)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  .step('outbound content checked', outboundChecked)
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('target determined', aimed)
  .step('allowed', allowed)
  .step('arguments moved', argumentsMoved)
  .step('order of names checked', nameOrderChecked)
  .step('names in card values resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('planned', changeDrafted);

/** Steps of a planned change that is executed: the same steps again, then those that follow the confirmation. */
export const plannedSteps = steps<PlannedCall>()
  .step('allowed', allowed)
  .step('within limits', withinLimits)
  .step('parsed', parsedWithOptions)
  .step('names resolved', namesResolved)
  .step('outbound content checked', outboundChecked)
  .step('classified by arguments', classified)
  .step('allowed', allowed)
  .step('target determined', aimed)
  .step('allowed', allowed)
  .step('within limits of its class', withinLimitsAsCalled)
  .step('arguments moved', argumentsMoved)
  .step('order of names checked', nameOrderChecked)
  .step('names in card values resolved', cardValuesResolved)
  .step('deployment known', deploymentKnown)
  .step('drafted', draftedWhole)
  .step('outbound content checked as classified', outboundCheckedAsCalled)
  .step('confirmed with the plan', agreedInPlan)
  .step('audited', audited)
  .step('previous values read', beforeRead)
  .step('sent and read', sentWhole)
  .step('compared with the record', keptVerified)
  .step('row described', rowTold)
  .step('logged', logged);

/** Steps by which casebridge looks up a planned change whose response was lost. */
export const lookingSteps = steps<LookedUpCall>()
  .step('parsed', parsedWithOptions)
  .step('deployment known', deploymentKnown)
  .step('drafted', drafted)
  .step('outcome looked up', changeLookedUp);

/** Steps of a meta tool. The tool that it calls runs its own steps. */
export const metaSteps = steps<MetaCall>()
  .step('allowed', notRemoved)
  .step('parsed', metaParsed)
  .step('names resolved', targetFound)
  .step('within limits', withinLimitsItself)
  .step('answered or forwarded', answeredOrPassedOn);

/** Steps of the user's answer to a confirmation in a card. The confirmed call then runs all its steps again. */
export const answerSteps = steps<Answering>()
  .step('parsed', answerParsed)
  .step('confirmation used once', questionOpened);

export const resourceSteps = steps<Reading>()
  .step('within limits', withinLimitsOfReading)
  .step('address resolved', addressed)
  .step('read', contentRead)
  .step('sanitised and fenced', contentFenced)
  .step('logged', logged);

export const completionSteps = steps<Suggesting>()
  .step('address resolved', suggestible)
  .step('time limit set', endedSoon)
  .step('within limits', withinLimitsWhenAsking)
  .step('read', suggestionsRead)
  .step('sanitised', suggestionsSanitised);

/** All lists of steps. The documentation is created from them. */
export const requestSteps = {
  'called operation': operationSteps,
  'operation within a request': ownOperationSteps,
  'planned change, before confirmation': planningSteps,
  'planned change, after confirmation': plannedSteps,
  'planned change whose response was lost': lookingSteps,
  workflow: workflowSteps,
  'meta tool': metaSteps,
  'confirmation in a card': answerSteps,
  resource: resourceSteps,
  completion: completionSteps,
};
